import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const lookEveryMs = 200

/** What a cluster's service is: new connections go in turn to the instances that are ready, old ones stay where they are. */
export async function startBalancer() {
  const instances = new Set<string>()
  let ready: string[] = []
  let turn = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const target = ready[turn++ % Math.max(1, ready.length)]
    if (!target) return client.destroy()
    const { hostname, port } = new URL(target)
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => {})
    }
    client.pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  let closed = false
  const look = async () => {
    while (!closed) {
      const states = await Promise.all(
        [...instances].map(async (url) => ({
          url,
          ok: await fetch(`${url}/ready`).then(
            ({ ok }) => ok,
            () => false,
          ),
        })),
      )
      ready = states.filter(({ ok }) => ok).map(({ url }) => url)
      await pause(lookEveryMs)
    }
  }
  const looking = look()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (url: string) => void instances.add(url),
    remove: (url: string) => void instances.delete(url),
    async close() {
      closed = true
      await looking
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
