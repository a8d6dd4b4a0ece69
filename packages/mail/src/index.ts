export * from './compose-mail.ts'
export * from './mail-outbox.ts'
export * from './mailer.ts'
export * from './settings.ts'
