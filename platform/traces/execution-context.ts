import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** A request that is being handled, or one run of a job. */
export interface ExecutionContext {
  /** Added to every log line written in this context. */
  id: string
  /** The name of the job. */
  task?: string
  /** Trace ID (W3C Trace Context), 32 hexadecimal digits. */
  trace?: string
  /** The caller's `traceparent` header. */
  traceparent?: string
  /** The current span, as an OpenTelemetry context. */
  span?: unknown
}

const storage = new AsyncLocalStorage<ExecutionContext>()

/** Runs a function as part of a request or a job; log lines written in it carry the context's id. */
export const runInContext = <T>(context: ExecutionContext, run: () => T): T => storage.run(context, run)

/** Undefined outside requests and jobs. */
export const currentContext = (): ExecutionContext | undefined => storage.getStore()

/**
 * Generates an id. People read it off a page and may dictate it over the telephone, so it is short and has no letters
 * that look alike.
 */
export function newContextId(): string {
  const characters = [...randomBytes(12)].map((byte) => ALPHABET[byte & 31]).join('')
  return `${characters.slice(0, 4)}-${characters.slice(4, 8)}-${characters.slice(8)}`
}

const ALPHABET = '123456789abcdefghjkmnpqrstuvwxyz'
