import { after, before } from 'node:test'
import { type Product, startProduct } from '../product.ts'

/** Answers a month on the free plan. */
export const freeChats = 42

/** The one product that all calls are tried at; there once tests run. Each part has its own people and organizations. */
export let product: Product
before(async () => {
  product = await startProduct({ LECTERN_FREE_CHATS: String(freeChats) })
})
after(() => product?.stop())
