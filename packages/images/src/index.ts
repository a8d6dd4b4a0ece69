export * from './keep-image.ts'
