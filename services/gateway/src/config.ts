import { commonConfig, engineConfig, operatorConfig } from '@lectern/service'
import Type, { type Static } from 'typebox'

const Address = Type.String({ pattern: '^https?://', description: 'Where the service listens' })

export const Config = Type.Object({
  ...commonConfig,
  PORT: Type.Integer({ default: 8080, minimum: 0, maximum: 65535 }),
  ...engineConfig.redis,
  ...operatorConfig.rateLimitFactor,
  ...operatorConfig.publicUrl,
  ...operatorConfig.secret,
  LECTERN_SIGNING_KEY: Type.String({ minLength: 1, description: 'Private key that signs identities (JSON Web Key)' }),
  TRUST_PROXY: Type.String({
    default: '',
    description: 'Proxies whose X-Forwarded headers are believed: addresses or ranges, comma separated',
  }),
  FRONTEND_DIR: Type.Optional(
    Type.String({ description: "Folder of the built frontend; the repository's frontend/dist if not set" }),
  ),
  WIDGET_DIR: Type.Optional(
    Type.String({ description: "Folder of the built widget; the repository's widget/dist if not set" }),
  ),
  GRAFANA_URL: Type.Optional(
    Type.String({ pattern: '^https?://', description: "Where root users' admin page links to for numbers over time" }),
  ),
  AUTH_URL: Address,
  ORG_URL: Address,
  KNOWLEDGE_URL: Address,
  INGESTION_URL: Address,
  CHAT_URL: Address,
  BILLING_URL: Address,
})
export type Config = Static<typeof Config>
