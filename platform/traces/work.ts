import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** One request that is being answered, or one run of a job. */
export interface Work {
  /** Stands in every line that is logged meanwhile. */
  id: string
  /** What a job does. */
  task?: string
  /** The trace that it belongs to (W3C Trace Context), 32 hexadecimal digits. */
  trace?: string
  /** What its caller said of that trace. */
  traceparent?: string
  /** The span that it stands in, as the library of traces has it. */
  span?: unknown
}

const works = new AsyncLocalStorage<Work>()

/** Does something as part of a request or a job, so that whatever is logged on the way carries its id. */
export const during = <T>(work: Work, act: () => T): T => works.run(work, act)

/** What is being done here and now; undefined outside requests and jobs. */
export const currentWork = (): Work | undefined => works.getStore()

/** A new id. People read it from a page and may say it over the telephone, so it is short and has no letters that look alike. */
export function newWorkId(): string {
  const signs = [...randomBytes(12)].map((byte) => SIGNS[byte & 31]).join('')
  return `${signs.slice(0, 4)}-${signs.slice(4, 8)}-${signs.slice(8)}`
}

const SIGNS = '123456789abcdefghjkmnpqrstuvwxyz'
