import { limits } from '@lectern/contracts'
import Type, { type Static, type TObject } from 'typebox'
import { Value } from 'typebox/value'

/** The environment every service has; each adds its own to it in `src/config.ts`. */
export const commonConfig = {
  NAMESPACE: Type.String({
    default: 'lectern',
    pattern: '^[a-z][a-z0-9-]*$',
    description: 'Prefix of all names in the engines',
  }),
  HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on' }),
  PORT: Type.Integer({ default: 0, minimum: 0, maximum: 65535, description: '0: any free port' }),
  LOG_LEVEL: Type.String({ default: 'info', description: 'trace, debug, info, warn, error, fatal or silent' }),
  LECTERN_JWKS: Type.String({ description: 'Public keys that identities are signed with (JSON Web Key Set)' }),
  DRAIN_SECONDS: Type.Number({
    default: 0,
    minimum: 0,
    description: 'Told to stop, it answers who still comes for so long; longer than a load balancer takes to notice',
  }),
  STOP_SECONDS: Type.Number({
    default: 10,
    exclusiveMinimum: 0,
    description: 'What has begun then may take so long to end',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'OpenTelemetry collector (OTLP over HTTP); without it no traces',
    }),
  ),
  LECTERN_WATCHED_ORGANIZATIONS: Type.Optional(
    Type.String({
      pattern: '^[0-9]+(,[0-9]+){0,19}$',
      description: 'Up to 20 organizations whose numbers are measured one by one, comma separated',
    }),
  ),
}

export const engineConfig = {
  kafka: {
    KAFKA_BROKERS: Type.String({ minLength: 1, description: 'host:port, comma separated' }),
    KAFKA_PARTITIONS: Type.Integer({
      default: 3,
      minimum: 1,
      maximum: 1000,
      description: 'Of each topic when it is made: as many replicas of a service share its events',
    }),
  },
  mongo: { MONGODB_URL: Type.String({ pattern: '^mongodb(\\+srv)?://', description: 'MongoDB 6 or newer' }) },
  redis: { REDIS_URL: Type.String({ pattern: '^rediss?://', description: 'Redis 7 or newer' }) },
  elasticsearch: {
    ELASTICSEARCH_URL: Type.String({ pattern: '^https?://', description: 'Elasticsearch 9.3 or newer' }),
  },
}

export const operatorConfig = {
  freeChats: {
    LECTERN_FREE_CHATS: Type.Integer({
      default: limits.freeChatsPerMonth,
      minimum: 0,
      description: 'Answered questions a month on the free plan',
    }),
  },
  secret: {
    LECTERN_SECRET: Type.String({ minLength: 32, description: 'Secret behind tokens, 32 characters or more' }),
  },
  rateLimitFactor: {
    LECTERN_RATE_LIMIT_FACTOR: Type.Number({
      default: 1,
      exclusiveMinimum: 0,
      description: 'Multiplies every rate limit',
    }),
  },
  publicUrl: {
    LECTERN_PUBLIC_URL: Type.String({
      default: 'http://localhost:8080',
      pattern: '^https?://',
      description: 'The address people use; with https cookies are Secure',
    }),
  },
}

const Common = Type.Object(commonConfig)
export type CommonConfig = Static<typeof Common>

/**
 * Reads the environment by its schema. An empty variable counts as unset.
 * @throws Error naming every variable that is missing or wrong.
 */
export function readConfig<S extends TObject>(schema: S, env: Record<string, string | undefined>): Static<S> {
  const given: Record<string, string> = {}
  for (const name of Object.keys(schema.properties)) if (env[name]) given[name] = env[name]
  const config = Value.Convert(schema, Value.Default(schema, given))
  if (Value.Check(schema, config)) return config as Static<S>
  const wrong = Object.entries(schema.properties)
    .filter(([name, field]) => {
      const value = (config as Record<string, unknown>)[name]
      return value === undefined ? schema.required?.includes(name) : !Value.Check(field, value)
    })
    .map(([name, field]) => `${name}${given[name] ? ' is not valid' : ' is missing'}${describe(field)}`)
  throw new Error(`Settings: ${wrong.join('; ')}`)
}

const describe = (field: object) => ('description' in field ? ` (${field.description})` : '')
