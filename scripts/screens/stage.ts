import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type KnowledgeBase, userTypes } from '@lectern/contracts'
import { type Said, startClaude, startStripe, until } from '@lectern/testing'
import { type Account, signUp } from '../../e2e/account.ts'
import { inviteAndJoin, inviteTokenOf, logIn, openPublicChat, verify } from '../../e2e/cast.ts'
import { type Product, startProduct } from '../../e2e/product.ts'
import { demoAccount } from '../demo-account.ts'

/** What the pictures ask, and what is said to it. */
export const question = 'What does a late book cost?'

const answers: Record<string, Said[]> = {
  [question]: [
    {
      text: 'A late book costs **20 cents a day**, and never more than **10 dollars** an item. ',
      cites:
        'A late book costs 20 cents a day, a late film or game 1 dollar a day,\nand never more than 10 dollars an item.',
    },
    {
      text: 'You get a reminder two days before it is due.',
      cites: 'We send a reminder two days before an item is due.',
    },
  ],
  'When are you open on Saturday?': [
    {
      text: 'On Saturday the library is open from **10 am to 4 pm**.',
      cites: 'The library is open Tuesday to Friday from 10 am to 7 pm and on Saturday from 10 am to 4 pm.',
    },
  ],
  'May I bring my guide dog?': [
    { text: 'Yes: guide dogs are **welcome everywhere** in the library.', cites: 'Guide dogs are welcome everywhere.' },
  ],
}
const notTold: Said[] = [{ text: 'NO_ANSWER' }]

/** Who looks at a screen: nobody who is signed in, who is new here, the owner of a library, who pays for a plan, who runs the platform. */
export type Viewer = 'visitor' | 'newcomer' | 'owner' | 'subscriber' | 'operator'

export type Stage = Awaited<ReturnType<typeof fill>> & { productUrl: string; stop(): Promise<void> }

/** The product with stand-ins for Claude and Stripe, an organization that has used it for a while, and others. */
export async function startStage(): Promise<Stage> {
  const claude = await startClaude({
    firstTokenMs: 500,
    tokenEveryMs: 35,
    blocks: (asked) => answers[asked] ?? notTold,
  })
  const stripe = await startStripe()
  await run('stripe-setup.ts', stripe.settings)
  const settings = { ANTHROPIC_API_KEY: 'stand-in', ANTHROPIC_BASE_URL: claude.url, ...stripe.settings }
  const product = await startProduct(settings)
  stripe.deliverTo(`${product.url}/api/stripe/webhook`)
  const stop = async () => {
    stripe.deliverTo(null)
    await product.stop()
    await Promise.all([claude.close(), stripe.close()])
  }
  try {
    return { ...(await fill(product)), productUrl: product.url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function fill(product: Product) {
  const { url } = product
  await run('seed.ts', { LECTERN_PUBLIC_URL: url })
  const owner = { ...demoAccount, ...(await logIn(url, demoAccount)) }
  await verify(product, owner)
  const { body } = await owner.send<{ knowledge_bases: KnowledgeBase[] }>('GET', '/api/w/knowledge-bases')
  const [chat] = body.knowledge_bases
  if (!chat) throw new Error('The example account has no chat.')
  for (const name of ['Workshops and courses', 'Staff handbook'])
    await owner.send('POST', '/api/w/knowledge-bases', { name })

  await inviteAndJoin(product, owner, userTypes.user, 'ines.duarte@library.example', 'Ines Duarte')
  await inviteAndJoin(product, owner, userTypes.admin, 'paul.brandt@library.example', 'Paul Brandt')
  const invited = 'mara.lindqvist@library.example'
  await owner.send('POST', '/api/w/users', { email: invited, type_id: userTypes.user })

  const visitor = await openPublicChat(url, chat)
  for (const prompt of ['May I bring my guide dog?', question])
    await visitor.send('POST', '/api/w/messages', { org_id: chat.organization_id, kb_id: chat.unqid, prompt })

  const newcomer = await found(product, 'Ada Byron', 'ada@engines.example', 'Analytical Engines')
  const subscriber = await found(product, 'Joan Clarke', 'joan@museum.example', 'Maritime Museum')
  const operator = await found(product, 'Grace Hopper', 'grace@lectern.example', 'Lectern')
  await product.makeRoot(operator.email)
  const people: Record<Exclude<Viewer, 'visitor'>, { email: string; password: string }> = {
    newcomer,
    owner,
    subscriber,
    operator,
  }
  const transcript = await transcriptOf(owner, question)
  await logOut(owner)
  return { chat, people, transcript, inviteToken: await inviteTokenOf(product, invited) }
}

/** A new account with an organization of this name. */
async function found(product: Product, name: string, email: string, organization: string): Promise<Account> {
  const account = await signUp(product.url, name, email)
  await verify(product, account)
  await until('the organization', async () => (await account.send('GET', '/api/w/organization')).status === 200)
  await account.send('POST', '/api/w/organization', { name: organization })
  return account
}

async function transcriptOf(owner: Pick<Account, 'send'>, asked: string): Promise<string> {
  const { body } = await owner.send<{ transcripts: { id: string; first_chat: { content: string } }[] }>(
    'GET',
    '/api/w/transcripts',
  )
  const found = body.transcripts.find(({ first_chat }) => first_chat.content === asked)
  if (!found) throw new Error(`Nobody asked “${asked}”.`)
  return found.id
}

/** Everywhere: what came by calls was no browser. */
async function logOut(owner: Pick<Account, 'send'>) {
  const { body } = await owner.send<{ items: { id: string; is_current: boolean }[] }>('GET', '/api/w/sessions')
  for (const { id, is_current } of body.items) if (!is_current) await owner.send('DELETE', `/api/w/sessions/${id}`)
  await owner.send('POST', '/api/logout')
}

/** Runs a script as its command does. */
async function run(script: string, settings: Record<string, string>) {
  const bootstrap = fileURLToPath(new URL('../bootstrap.mjs', import.meta.url))
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [bootstrap, `scripts/${script}`], {
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
}
