/** `npm run stripe:setup`: makes the products, prices and portal of our plans in a Stripe account; again and again without harm. */
import { readConfig } from '@lectern/service'
import { catalogue } from '../services/billing/src/catalogue.ts'
import { StripeConfig } from '../services/billing/src/config.ts'
import { setUpStripe } from '../services/billing/src/set-up-stripe.ts'
import { stripeClient } from '../services/billing/src/stripe-client.ts'
import { giveUp } from './running-engines.ts'

const settings = readConfig(StripeConfig, process.env)
const { STRIPE_SECRET_KEY: key } = settings
if (!key) giveUp('Set STRIPE_SECRET_KEY to the secret key of your Stripe account.')
try {
  let changes = 0
  // How many chats are free is not Stripe's to know.
  await setUpStripe(stripeClient(key, settings), catalogue(0), (line) => {
    changes++
    console.log(line)
  })
  console.log(changes > 0 ? 'The account has what the plans need.' : 'The account has all that the plans need already.')
} catch (error) {
  giveUp(`Stripe did not do it: ${(error as Error).message}`)
}
