import type { FastifyRequest } from 'fastify'

/** The browser's address as the gateway tells it; `request.ip` is the gateway itself. */
export const addressOf = (request: FastifyRequest) => String(request.headers['x-forwarded-for'] ?? request.ip)

export const normalized = (email: string) => email.trim().toLowerCase()
