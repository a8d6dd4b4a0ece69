export * from './keep-image.ts'
export * from './pictures.ts'
