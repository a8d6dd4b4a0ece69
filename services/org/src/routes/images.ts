import { buffer } from 'node:stream/consumers'
import { readImage } from '@lectern/contracts'
import { type App, isTemporary, notFound } from '@lectern/service'
import type { Context } from '../app.ts'

/** As keepImage makes them; the same store holds originals, which are nobody's to read here. */
const keyFormat = /^image-[0-9a-f]{32}\.webp$/

export function imageRoutes(app: App, { blobs }: Pick<Context, 'blobs'>) {
  app.route({
    ...readImage,
    handler: async (request, reply) => {
      const { key } = request.params
      if (!keyFormat.test(key)) throw notFound()
      const image = await buffer(await blobs.open(key)).catch((error) => {
        throw isTemporary(error) ? error : notFound()
      })
      // A new picture has a new key.
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      reply.header('x-content-type-options', 'nosniff')
      return reply.type('image/webp').send(image as never)
    },
  })
}
