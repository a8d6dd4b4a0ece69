/** `npm run seed`: gives the running product an account with a chat that has read three small documents and was asked, to look at and try. */
import { openAsBlob, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type KnowledgeBase, timings } from '@lectern/contracts'
import { createClient, until } from '@lectern/testing'
import { demoAccount as account, productUrl as url } from './demo-account.ts'
import { giveUp } from './running-engines.ts'

const documents = fileURLToPath(new URL('seed/', import.meta.url))
const client = createClient(url)

type Answer = { message: string; knowledge_base: KnowledgeBase; kb: KnowledgeBase }
const succeed = async (...call: Parameters<typeof client.send>): Promise<Answer> => {
  const { status, body } = await client.send<Answer>(...call)
  if (status !== 200) giveUp(`${call[0]} ${call[1]}: ${body.message}`)
  return body
}

await client.open('/signup').catch(() => giveUp(`Nothing answers at ${url}. Start Lectern first: npm start`))
const { status, body } = await client.send('POST', '/api/register', {
  ...account,
  passwordConfirmation: account.password,
})
if (status !== 200) giveUp(`${account.email} could not be signed up: ${body.message}`)
await client.open('/')

// It comes by an event, a moment after the account.
await until('the organization', async () => (await client.send('GET', '/api/w/organization')).status === 200, 30_000)
await succeed('POST', '/api/w/organization', { name: 'Harbor Library', color: '#1d4f7c' })
const { knowledge_base: chat } = await succeed('POST', '/api/w/knowledge-bases', { name: 'Member handbook' })
await succeed('POST', `/api/w/knowledge-bases/${chat.id}`, {
  personality: 'You are a friendly librarian at the front desk. Answer in two or three short sentences.',
  system_prompt: 'Only answer questions about the library. Never promise a fee to be waived.',
  intro_message: 'Hello! Ask me about opening hours, membership, loans and workshops.',
  pre_question_1: 'When are you open?',
  pre_question_2: 'What does a late book cost?',
  pre_question_3: 'How do I get there?',
  pre_question_4: 'Which workshops are there?',
})
for (const name of readdirSync(documents)) {
  const form = new FormData()
  form.append('id', chat.id)
  form.append('file', await openAsBlob(join(documents, name)), name)
  await succeed('POST', '/api/w/knowledge-base-files', form)
}
for (;;) {
  const { kb } = await succeed('GET', `/api/w/knowledge-bases/status?id=${chat.id}`)
  if (kb.is_ready) break
  if (kb.is_failed) giveUp(`The documents could not be read. See them at ${url}/chats/${chat.id}`)
  await new Promise((resolve) => setTimeout(resolve, timings.statusPoll))
}

for (const prompt of ['What does a late book cost?', 'When are you open on Saturday?', 'Who repairs bicycles here?'])
  await succeed('POST', '/api/w/messages', { prompt, kb_id: chat.id })

console.log(`Log in at ${url}/login with ${account.email} and the password "${account.password}".`)
console.log(`The public chat is ${url}/chat/${chat.organization_id}/${chat.unqid}`)
