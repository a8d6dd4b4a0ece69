/** `npm run secret`: new keys for an installation, as lines of an env file. */
import { makeSecrets } from './secrets.ts'

for (const [name, value] of Object.entries(await makeSecrets())) console.log(`${name}=${value}`)
