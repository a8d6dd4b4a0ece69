// People who look: the page, and what it asks for. k6 run deploy/k6/dashboard.js

import { check, sleep } from 'k6'
import http from 'k6/http'
import { load, logIn, url } from './session.js'

export const options = {
  ...load(20, '2m'),
  thresholds: {
    checks: ['rate>0.99'],
    http_req_failed: ['rate<0.01'],
    'http_req_duration{name:look}': [`p(95)<${__ENV.P95 || 300}`],
  },
}

const calls = ['dashboard', 'plans', 'knowledge-bases', 'transcripts', 'organization']

export const setup = logIn
export default function ({ session }) {
  const page = http.get(`${url}/`, { headers: { ...session, Accept: 'text/html' }, tags: { name: 'page' } })
  check(page, { 'page opens': ({ status }) => status === 200 })
  const answers = http.batch(
    calls.map((call) => ['GET', `${url}/api/w/${call}`, null, { headers: session, tags: { name: 'look' } }]),
  )
  check(answers, { 'all answer': (all) => all.every(({ status }) => status === 200) })
  sleep(1 + Math.random() * 2)
}
