// What the scripts share: a session as a browser has one, from an account that `npm run seed` made or the environment names.

import { check, fail } from 'k6'
import http from 'k6/http'

export const url = __ENV.URL || 'http://localhost:8080'
const email = __ENV.EMAIL || 'demo@example.com'
const password = __ENV.PASSWORD || 'harbor library'

const ajax = { 'X-Requested-With': 'XMLHttpRequest' }
const tokenOf = (page) => page.html().find('meta[name=csrf-token]').attr('content')

/** Logs in once for all users of the run: the cookie and the token that each call sends. */
export function logIn() {
  const page = http.get(`${url}/login`, { headers: { Accept: 'text/html' } })
  const headers = { ...ajax, 'X-CSRF-TOKEN': tokenOf(page), 'Content-Type': 'application/json' }
  const answer = http.post(`${url}/api/login`, JSON.stringify({ email, password }), { headers })
  if (answer.status !== 200) fail(`${email} cannot log in (${answer.status}): name an account by EMAIL and PASSWORD`)
  const inside = http.get(`${url}/`, { headers: { Accept: 'text/html' } })
  const cookie = Object.entries(http.cookieJar().cookiesForURL(url))
    .map(([name, [value]]) => `${name}=${value}`)
    .join('; ')
  const session = { Cookie: cookie, 'X-CSRF-TOKEN': tokenOf(inside), ...ajax }
  const listed = http.get(`${url}/api/w/knowledge-bases`, { headers: session }).json('knowledge_bases')
  const chat = listed.find(({ is_ready, file_count }) => is_ready && file_count > 0)
  if (!chat) fail('the account has no chat that is ready: make one, or run `npm run seed`')
  return { session, chat }
}

const questions = [
  'What does a card cost?',
  'When do you open on Sundays?',
  'How long may I keep a book?',
  'Is there a workshop for children?',
]
export const anyQuestion = () => questions[Math.floor(Math.random() * questions.length)]

/** Asks, and checks that an answer comes; `type` may be no_answer, never an error. */
export function ask(body, headers) {
  const answer = http.post(`${url}/api/w/messages`, JSON.stringify({ prompt: anyQuestion(), ...body }), {
    headers: { ...headers, 'Content-Type': 'application/json' },
    tags: { name: 'ask' },
    timeout: '180s',
  })
  check(answer, { 'is answered': (each) => each.status === 200 && each.json('err') === false })
  return answer
}

/** Users and length of a run, by the environment. */
export const load = (vus, duration) => ({ vus: Number(__ENV.VUS || vus), duration: __ENV.DURATION || duration })
