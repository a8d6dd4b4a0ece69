// People who ask in the playground. k6 run deploy/k6/chat.js
import { sleep } from 'k6'
import { ask, load, logIn } from './session.js'

export const options = {
  ...load(20, '2m'),
  thresholds: {
    checks: ['rate>0.99'],
    'http_req_failed{name:ask}': ['rate<0.01'],
    // To the end of the answer; without a model it is the passages themselves.
    'http_req_duration{name:ask}': [`p(95)<${__ENV.P95 || 5000}`],
  },
}

export const setup = logIn
export default function ({ session, chat }) {
  ask({ kb_id: chat.id }, session)
  sleep(1 + Math.random() * 2)
}
