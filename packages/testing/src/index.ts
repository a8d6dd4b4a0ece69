export * from './bus.ts'
export * from './keys.ts'
export * from './namespace.ts'
export * from './until.ts'
