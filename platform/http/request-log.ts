import { type DestinationStream, type Logger, pino } from 'pino'
import { isUnavailable, RETRY_AFTER_SECONDS } from '#platform/postgres/unavailable.ts'
import { contextFromHeaders } from '#platform/traces/context-from-headers.ts'
import {
  currentContext,
  type ExecutionContext,
  newContextId,
  runInContext,
} from '#platform/traces/execution-context.ts'
import { inSpan } from '#platform/traces/spans.ts'
import { describeError } from './describe-error.ts'

export type { Logger }

/** `html` and `text` are the bodies of mails, which contain links with tokens. */
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
 * Creates a logger of JSON lines on standard output; lines of a request or a job carry its id. Errors are passed as
 * `err` and logged without values; fields that could contain a secret are redacted in the first two levels.
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

/** Fields of the current request or job for each log line. */
function fieldsOf(work: ExecutionContext | undefined): Pick<ExecutionContext, 'id' | 'task' | 'trace'> | object {
  if (!work) return {}
  const { id, task, trace } = work
  return { id, ...(task !== undefined && { task }), ...(trace !== undefined && { trace }) }
}

/** A response, for the log and the metrics. */
export interface LoggedResponse {
  method: string
  path: string
  status: number
  ms: number
}

interface RequestLogOptions {
  /** Number of our own proxies in front: only they may set request ids. */
  trustedProxies?: number
  /** Called for each response. */
  onResponse?: ((answered: LoggedResponse) => void) | undefined
  /** Route group of a path, for traces. */
  routeOf?: ((path: string) => string) | undefined
}

const pathOf = ({ url }: Request) => new URL(url).pathname.slice(0, 500)

/**
 * Logs one line per request: method, path, status, duration and an id, which the response repeats as `x-request-id`.
 * Never the query, headers or bodies, which can contain codes and tokens. A handler that throws results in a plain 500,
 * or in 503 if the database was unavailable.
 */
export function withRequestLog(
  handler: (request: Request) => Promise<Response>,
  logger: Logger,
  { trustedProxies = 0, onResponse, routeOf = () => 'unknown' }: RequestLogOptions = {},
): (request: Request) => Promise<Response> {
  return (request) => {
    const work = contextFromHeaders((name) => request.headers.get(name), { isTrusted: trustedProxies > 0 })
    return runInContext(work, () =>
      inSpan(request.method, { kind: 'server' }, async (span) => {
        const response = await handle(request)
        span?.set({ 'http.response.status_code': response.status, 'http.route': routeOf(pathOf(request)) })
        return withRequestId(response, work.id)
      }),
    )
  }

  async function handle(request: Request): Promise<Response> {
    const startedAt = performance.now()
    const path = pathOf(request)
    const about = { method: request.method, path }
    const record = (status: number) => {
      const ms = performance.now() - startedAt
      onResponse?.({ ...about, status, ms })
      return { ...about, status, ms: Math.round(ms) }
    }
    try {
      const response = await handler(request)
      const level = response.status >= 500 ? 'error' : isHealthCheckOrAsset(path) ? 'debug' : 'info'
      logger[level](record(response.status))
      return response
    } catch (error) {
      // The client disconnected while sending its body; nothing of ours has failed.
      if (request.signal.aborted) {
        logger.info(record(499), 'The client went away')
        return new Response(null, { status: 499 })
      }
      if (isUnavailable(error)) {
        logger.error({ ...record(503), error: describeError(error) }, 'The database was not available')
        return unavailable()
      }
      logger.error({ ...record(500), error: describeError(error) }, 'A request failed')
      const message = 'Unexpected failure, please check server logs for more information'
      return Response.json({ code: 'unexpected_failure', message }, { status: 500 })
    }
  }
}

/** A response that was sent without creating a `Request`. */
export interface EarlyResponse extends LoggedResponse {
  header(name: string): string | undefined
}

/** Logs such a response in the same form; returns its request id. */
export function logResponse(
  logger: Logger,
  { header, ...about }: EarlyResponse,
  { trustedProxies = 0, onResponse }: RequestLogOptions = {},
): string {
  const work = trustedProxies > 0 ? contextFromHeaders(header, { isTrusted: true }) : { id: newContextId() }
  onResponse?.(about)
  logger.info({ ...fieldsOf(work), ...about, path: about.path.slice(0, 500), ms: Math.round(about.ms) })
  return work.id
}

function unavailable(): Response {
  const message = 'The service is not available at the moment, please try again'
  const headers = { 'retry-after': String(RETRY_AFTER_SECONDS), 'cache-control': 'no-store' }
  return Response.json({ code: 'unavailable', message }, { status: 503, headers })
}

function isHealthCheckOrAsset(path: string): boolean {
  return path === '/healthz' || path === '/readyz' || path.startsWith('/assets/')
}

function withRequestId(response: Response, id: string): Response {
  try {
    response.headers.set('x-request-id', id)
    return response
  } catch {
    const copy = new Response(response.body, response)
    copy.headers.set('x-request-id', id)
    return copy
  }
}
