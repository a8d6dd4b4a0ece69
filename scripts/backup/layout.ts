/** The rooms of an installation, each a database. */
export const rooms = ['auth', 'org', 'billing', 'knowledge', 'chat', 'ingestion', 'blobs'] as const
export type Room = (typeof rooms)[number]

export const databaseOf = (namespace: string, room: Room) => `${namespace}_${room}`.replaceAll('-', '_')

export type Manifest = {
  version: 1
  namespace: string
  startedAt: string
  endedAt: string
  /** Records of each collection, named `<room>/<collection>`. */
  collections: Record<string, number>
  passages: number
  /** How the index of passages is made; null when there was none. */
  index: { settings: object; mappings: object } | null
}

export const manifestFile = 'manifest.json'
export const passagesFile = 'passages.ndjson.gz'
export const collectionFile = (room: Room, collection: string) => `mongodb/${room}/${collection}.bson.gz`

export type Options = {
  folder: string
  namespace: string
  mongodb: string
  elasticsearch: string
  log(line: string): void
}
