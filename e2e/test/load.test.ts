import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findTool } from '../../scripts/deploy-tools.ts'
import { type Account, signUp } from '../account.ts'
import { type Product, startProduct } from '../product.ts'

const k6 = findTool('k6')
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Each script for some seconds, with few people: that it does what it says, not how fast this machine is. */
describe('the load scripts', { skip: k6 ? false : 'k6 is not here: npm run check:deploy fetches it' }, () => {
  let product: Product
  let account: Account
  before(async () => {
    product = await startProduct({ LECTERN_FREE_CHATS: '100000' })
    account = await signUp(product.url)
    const chat = await account.createChat('Harbor Library')
    await account.upload(chat, 'fees.md', '# Fees\n\nA card costs ten dollars a year. On Sundays we open at eleven.')
    await account.settled(chat, 60_000)
  })
  after(() => product?.stop())

  for (const script of ['chat', 'embed', 'upload', 'dashboard', 'soak'])
    test(`${script} runs, and keeps within its thresholds`, async () => {
      const settings = {
        URL: product.url,
        EMAIL: account.email,
        PASSWORD: account.password,
        VUS: '2',
        DURATION: '4s',
        P95: '8000',
      }
      const given = Object.entries(settings).flatMap(([name, value]) => ['-e', `${name}=${value}`])
      const child = spawn(k6 ?? '', ['run', '--no-usage-report', '--quiet', ...given, `deploy/k6/${script}.js`], {
        cwd: root,
      })
      let text = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          text += chunk
        })
      assert.equal(await new Promise((resolve) => child.once('exit', resolve)), 0, text)
      assert.match(text, /checks_succeeded[^\n]*100/)
    })
})
