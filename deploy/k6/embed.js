// Visitors of another site who open the embedded chat and ask once or twice. k6 run deploy/k6/embed.js

import { check, sleep } from 'k6'
import http from 'k6/http'
import { ask, load, logIn, url } from './session.js'

export const options = {
  ...load(20, '2m'),
  thresholds: {
    checks: ['rate>0.99'],
    'http_req_duration{name:panel}': [`p(95)<${__ENV.P95 || 500}`],
    'http_req_failed{name:ask}': ['rate<0.01'],
  },
}

export function setup() {
  const { session, chat } = logIn()
  const organization = http.get(`${url}/api/w/organization`, { headers: session }).json('organization')
  return { orgId: String(organization.id), unqid: chat.unqid }
}

export default function ({ orgId, unqid }) {
  check(http.get(`${url}/widget/v1/popup.js`, { tags: { name: 'script' } }), {
    'script is there': ({ status }) => status === 200,
  })
  const panel = http.get(`${url}/embed/${orgId}/${unqid}`, {
    headers: { Accept: 'text/html' },
    tags: { name: 'panel' },
  })
  check(panel, { 'panel opens': ({ status }) => status === 200 })
  const ticket = panel.html().find('meta[name=csrf-token]').attr('content')
  const headers = { 'X-CSRF-TOKEN': ticket, 'X-Requested-With': 'XMLHttpRequest' }
  for (let asked = 0; asked < 1 + Math.round(Math.random()); asked++) {
    sleep(1 + Math.random() * 3)
    ask({ kb_id: unqid, org_id: orgId }, headers)
  }
}
