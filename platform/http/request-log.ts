import { type DestinationStream, type Logger, pino } from 'pino'
import { isUnavailable, RETRY_AFTER_SECONDS } from '../postgres/unavailable.ts'
import { inSpan } from '../traces/spans.ts'
import { contextFromHeaders } from '../traces/context-from-headers.ts'
import { currentContext, runInContext, newContextId, type ExecutionContext } from '../traces/execution-context.ts'
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

interface LoggerOptions {
  level: string
  destination?: DestinationStream
}

/**
 * JSON lines on standard output; what is logged during a request or a job carries its id. An error is given as `err` and told without
 * values; fields that could hold a secret are blanked wherever they stand in the first two levels.
 */
export function createLogger({ level, destination }: LoggerOptions): Logger {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`])
  const settings = {
    level,
    base: null,
    redact: { paths, censor: '[hidden]' },
    serializers: { err: describeError },
    mixin: () => fieldsOf(currentContext()),
  }
  return destination ? pino(settings, destination) : pino(settings)
}

/** What of a work stands in the log. */
function fieldsOf(work: ExecutionContext | undefined): Pick<ExecutionContext, 'id' | 'task' | 'trace'> | object {
  if (!work) return {}
  const { id, task, trace } = work
  return { id, ...(task !== undefined && { task }), ...(trace !== undefined && { trace }) }
}

/** One answer, for the log and for whoever counts. */
export interface Answered {
  method: string
  path: string
  status: number
  ms: number
}

interface RequestLogOptions {
  /** How many proxies of our own stand in front: only they may name a request. */
  trustedProxies?: number
  /** Hears of each answer. */
  onAnswer?: ((answered: Answered) => void) | undefined
  /** The group that a path belongs to, for traces. */
  routeOf?: ((path: string) => string) | undefined
}

const pathOf = ({ url }: Request) => new URL(url).pathname.slice(0, 500)

/**
 * Writes one line a request: method, path, status, time and an id, which the answer repeats as `x-request-id`. Never the
 * query, headers or bodies, because codes and tokens travel there. A handler that throws is answered with a plain 500, or
 * with 503 if the database was the reason.
 */
export function withRequestLog(
  handler: (request: Request) => Promise<Response>,
  logger: Logger,
  { trustedProxies = 0, onAnswer, routeOf = () => 'unknown' }: RequestLogOptions = {},
): (request: Request) => Promise<Response> {
  return (request) => {
    const work = contextFromHeaders((name) => request.headers.get(name), { isTrusted: trustedProxies > 0 })
    return runInContext(work, () =>
      inSpan(request.method, { kind: 'server' }, async (span) => {
        const response = await answer(request)
        span?.set({ 'http.response.status_code': response.status, 'http.route': routeOf(pathOf(request)) })
        return named(response, work.id)
      }),
    )
  }

  async function answer(request: Request): Promise<Response> {
    const startedAt = performance.now()
    const path = pathOf(request)
    const about = { method: request.method, path }
    const note = (status: number) => {
      const ms = performance.now() - startedAt
      onAnswer?.({ ...about, status, ms })
      return { ...about, status, ms: Math.round(ms) }
    }
    try {
      const response = await handler(request)
      const level = response.status >= 500 ? 'error' : isRoutine(path) ? 'debug' : 'info'
      logger[level](note(response.status))
      return response
    } catch (error) {
      // Who hung up while still sending hears no answer, and nothing of ours has failed.
      if (request.signal.aborted) {
        logger.info(note(499), 'The client went away')
        return new Response(null, { status: 499 })
      }
      if (isUnavailable(error)) {
        logger.error({ ...note(503), error: describeError(error) }, 'The database was not available')
        return unavailable()
      }
      logger.error({ ...note(500), error: describeError(error) }, 'A request failed')
      const message = 'Unexpected failure, please check server logs for more information'
      return Response.json({ code: 'unexpected_failure', message }, { status: 500 })
    }
  }
}

/** An answer that was made without a `Request`. */
export interface BareAnswer extends Answered {
  header(name: string): string | undefined
}

/** Logs such an answer in the same form; returns the id that it goes out with. */
export function noteAnswer(
  logger: Logger,
  { header, ...about }: BareAnswer,
  { trustedProxies = 0, onAnswer }: RequestLogOptions = {},
): string {
  const work = trustedProxies > 0 ? contextFromHeaders(header, { isTrusted: true }) : { id: newContextId() }
  onAnswer?.(about)
  logger.info({ ...fieldsOf(work), ...about, path: about.path.slice(0, 500), ms: Math.round(about.ms) })
  return work.id
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
