import { randomUUID } from 'node:crypto'
import { type DestinationStream, type Logger, pino } from 'pino'
import { isUnavailable, RETRY_AFTER_SECONDS } from '../postgres/unavailable.ts'
import { describeError } from './describe-error.ts'

export type { Logger }

const SECRET_FIELDS = [
  'password',
  'token',
  'access_token',
  'refresh_token',
  'apikey',
  'authorization',
  'cookie',
  'secret',
  'token_hash',
  'code_verifier',
  'html',
  'text',
]

/** JSON lines on standard output. An error is given as `err` and told without values; fields that could hold a secret are blanked wherever they stand in the first two levels. */
export function createLogger(options: { level: string; destination?: DestinationStream }): Logger {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`])
  const settings = {
    level: options.level,
    base: null,
    redact: { paths, censor: '[hidden]' },
    serializers: { err: describeError },
  }
  return options.destination ? pino(settings, options.destination) : pino(settings)
}

/**
 * Writes one line a request: method, path, status, time and an id, which the answer repeats as `x-request-id`. Never the
 * query, headers or bodies, because codes and tokens travel there. A handler that throws is answered with a plain 500, or
 * with 503 if the database was the reason.
 */
export function withRequestLog(
  handler: (request: Request) => Promise<Response>,
  logger: Logger,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const id = randomUUID()
    const startedAt = performance.now()
    const path = new URL(request.url).pathname.slice(0, 500)
    const about = { id, method: request.method, path }
    try {
      const response = await handler(request)
      const level = response.status >= 500 ? 'error' : isRoutine(path) ? 'debug' : 'info'
      logger[level]({ ...about, status: response.status, ms: Math.round(performance.now() - startedAt) })
      return named(response, id)
    } catch (error) {
      // Who hung up while still sending hears no answer, and nothing of ours has failed.
      if (request.signal.aborted) {
        logger.info({ ...about, status: 499, ms: Math.round(performance.now() - startedAt) }, 'The client went away')
        return named(new Response(null, { status: 499 }), id)
      }
      if (isUnavailable(error)) {
        logger.error({ ...about, status: 503, error: describeError(error) }, 'The database was not available')
        return named(unavailable(), id)
      }
      logger.error({ ...about, status: 500, error: describeError(error) }, 'A request failed')
      const message = 'Unexpected failure, please check server logs for more information'
      return named(Response.json({ code: 'unexpected_failure', message }, { status: 500 }), id)
    }
  }
}

/** Logs an answer that was made without a `Request` in the same form; returns the id that it goes out with. */
export function noteAnswer(
  logger: Logger,
  about: { method: string; path: string; status: number; ms: number },
): string {
  const id = randomUUID()
  logger.info({ id, ...about, path: about.path.slice(0, 500) })
  return id
}

function unavailable(): Response {
  const message = 'The service is not available at the moment, please try again'
  const headers = { 'retry-after': String(RETRY_AFTER_SECONDS), 'cache-control': 'no-store' }
  return Response.json({ code: 'unavailable', message }, { status: 503, headers })
}

function isRoutine(path: string): boolean {
  return path === '/healthz' || path === '/readyz' || path.startsWith('/assets/')
}

function named(response: Response, id: string): Response {
  try {
    response.headers.set('x-request-id', id)
    return response
  } catch {
    const copy = new Response(response.body, response)
    copy.headers.set('x-request-id', id)
    return copy
  }
}
