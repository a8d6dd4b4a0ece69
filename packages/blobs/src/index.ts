export * from './blobs.ts'
export * from './gridfs-blobs.ts'
export * from './open-blobs.ts'
