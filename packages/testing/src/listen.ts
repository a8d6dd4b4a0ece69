import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a server on any free loopback port; the answer is its address. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
