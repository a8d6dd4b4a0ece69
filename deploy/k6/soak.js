// All of it at once, for hours: what grows, and should not. k6 run -e DURATION=4h deploy/k6/soak.js, beside the dashboard of memory.
import chat, { setup } from './chat.js'
import dashboard from './dashboard.js'
import upload from './upload.js'

const duration = __ENV.DURATION || '4h'
const vus = Number(__ENV.VUS || 10)
const scenario = (exec, share) => ({
  executor: 'constant-vus',
  exec,
  vus: Math.max(1, Math.round(vus * share)),
  duration,
})

export { chat, dashboard, setup, upload }
export const options = {
  scenarios: { chat: scenario('chat', 0.6), dashboard: scenario('dashboard', 0.3), upload: scenario('upload', 0.1) },
  thresholds: {
    checks: ['rate>0.999'],
    'http_req_duration{name:ask}': [`p(95)<${__ENV.P95 || 5000}`],
    'http_req_duration{name:look}': ['p(95)<500'],
  },
}
