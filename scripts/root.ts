/** `npm run root -- EMAIL`: makes an account a root user, who sees the whole platform. It takes effect at the next login. */
import mongoose from 'mongoose'
import { giveUp, runningEngines } from './running-engines.ts'

const email = process.argv[2]?.trim().toLowerCase()
if (!email) giveUp('Name the account: npm run root -- ada@example.com')
const { MONGODB_URL } = runningEngines()
if (!MONGODB_URL) giveUp('Lectern is not running here. Start it first (npm start), or set MONGODB_URL.')

const database = `${process.env.NAMESPACE || 'lectern'}_auth`.replaceAll('-', '_')
const connection = await mongoose.createConnection(MONGODB_URL, { dbName: database }).asPromise()
const { matchedCount } = await connection.collection('users').updateOne({ email }, { $set: { isRoot: true } })
await connection.close()
if (matchedCount === 0) giveUp(`There is no account with the email ${email}. Sign up with it first.`)
console.log(`${email} is a root user. Log in again to see the platform.`)
