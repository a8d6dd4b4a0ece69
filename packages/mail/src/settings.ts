import Type from 'typebox'

/** The environment of a service that sends mails. */
export const mailSettings = {
  SMTP_URL: Type.Optional(
    Type.String({ pattern: '^smtps?://', description: 'Without it mails are not sent, and the log says so' }),
  ),
  MAIL_FROM: Type.String({ default: 'Lectern <no-reply@localhost>', description: 'Who mails are from' }),
}
