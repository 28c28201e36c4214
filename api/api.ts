import { PostgrestClient } from '@supabase/postgrest-js'
import type { Wire } from '#database/types.ts'
import { isRefusalCode, refuse } from '#domain/refusal.ts'
import { CLIENT_INFO } from './client-info.ts'
import type { CommandInput, CommandName, CommandRefusal, CommandResult } from './commands.ts'
import { type Files, filesOf } from './files.ts'

/** The only door between screens and data: the same object in the browser (over the network) and on the server (in process). */
export interface Api {
  tables: PostgrestClient<Wire>
  /** Runs a command. With the same `key`, a retry returns the same answer; by default a new key is made. */
  command<Name extends CommandName>(name: Name, input: CommandInput<Name>, key?: string): Promise<CommandResult<Name>>
  /** Files that are not public. */
  files: Files
}

interface ApiOptions {
  /** Origin of the product, e.g. `https://ajoja.example`. */
  origin: string
  publishableKey: string
  /** Returns the signed-in person's access token, before every call; null if signed out. */
  accessToken: () => Promise<string | null> | string | null
  fetch?: typeof fetch
  /** False gives up at the first 503, for pages: whoever waits for one can try again better than we can. Default true. */
  retry?: boolean
}

export function createApi(options: ApiOptions): Api {
  const call = callerOf(options)
  return {
    tables: new PostgrestClient<Wire>(`${options.origin}/rest/v1`, { fetch: call, retry: options.retry ?? true }),
    files: filesOf(call, options.origin),
    async command(name, input, key = crypto.randomUUID()) {
      const asked = call(`${options.origin}/functions/v1/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(input),
      })
      const response = await asked.catch(() => null)
      if (!response) return { ok: false, status: 0, refusal: refuse('offline') }
      const body: unknown = await response.json().catch(() => null)
      if (response.ok) return { ok: true, value: body as never }
      return { ok: false, status: response.status, refusal: readRefusal(body) }
    },
  }
}

/** A fetch that adds key, token and client info to every call. */
function callerOf(options: ApiOptions): typeof fetch {
  const send = options.fetch ?? fetch
  return async (input, init) => {
    const token = await options.accessToken()
    const headers = new Headers(init?.headers)
    headers.set('apikey', options.publishableKey)
    headers.set('authorization', `Bearer ${token ?? options.publishableKey}`)
    headers.set('x-client-info', CLIENT_INFO)
    return send(input, { ...init, headers })
  }
}

/** What answered without a code of ours was not the market but something on the line: nobody knows what was done. */
function readRefusal(body: unknown): CommandRefusal {
  const isOurs = typeof body === 'object' && body !== null && 'code' in body && isRefusalCode(body.code)
  return isOurs ? (body as CommandRefusal) : refuse('unavailable')
}
