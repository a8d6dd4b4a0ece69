// Documents that are added and become ready. k6 run deploy/k6/upload.js

import { check, sleep } from 'k6'
import http from 'k6/http'
import { Trend } from 'k6/metrics'
import { load, logIn, url } from './session.js'

const ready = new Trend('document_ready', true)

export const options = {
  ...load(2, '2m'),
  thresholds: {
    checks: ['rate>0.99'],
    'http_req_duration{name:upload}': [`p(95)<${__ENV.P95 || 2000}`],
    document_ready: [`p(95)<${__ENV.READY || 60000}`],
  },
}

export const setup = logIn
export default function ({ session }) {
  const headers = { ...session, 'Content-Type': 'application/json' }
  const made = http.post(`${url}/api/w/knowledge-bases`, JSON.stringify({ name: `Load ${__VU} ${__ITER}` }), {
    headers,
  })
  const id = made.json('knowledge_base.id')
  const text = Array.from(
    { length: 200 },
    (_, n) => `Shelf ${n} of room ${__VU} holds ${n * 7} books about the sea.`,
  ).join('\n\n')
  const uploaded = http.post(
    `${url}/api/w/knowledge-base-files`,
    { id, file: http.file(text, 'shelves.txt', 'text/plain') },
    { headers: session, tags: { name: 'upload' } },
  )
  check(uploaded, { 'is taken': ({ status }) => status === 200 })
  const began = Date.now()
  let isReady = false
  while (!isReady && Date.now() - began < 120000) {
    sleep(0.5)
    isReady = http
      .get(`${url}/api/w/knowledge-bases/status?id=${id}`, { headers: session, tags: { name: 'status' } })
      .json('kb.is_ready')
  }
  ready.add(Date.now() - began)
  check(isReady, { 'becomes ready': (is) => is })
  // What is left would count against the account's limits.
  http.del(`${url}/api/w/knowledge-bases/${id}`, null, { headers: session, tags: { name: 'delete' } })
}
