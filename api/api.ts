import { PostgrestClient } from '@supabase/postgrest-js'
import type { Wire } from '#database/types.ts'
import { isRefusalCode, refuse } from '#domain/refusal.ts'
import { CLIENT_INFO } from './client-info.ts'
import type { CommandInput, CommandName, CommandRefusal, CommandResult } from './commands.ts'

/** The only door between screens and data: the same object in the browser (over the network) and on the server (in process). */
export interface Api {
  tables: PostgrestClient<Wire>
  /** Runs a command. With the same `key`, a retry returns the same answer; by default a new key is made. */
  command<Name extends CommandName>(name: Name, input: CommandInput<Name>, key?: string): Promise<CommandResult<Name>>
  files: Files
}

interface FileLocation {
  bucket: string
  name: string
}

/** Files of the viewer's own, and those that they may see. */
interface Files {
  /** Stores a file, unless one of this name is there. Null, or the status that refused it. */
  put(at: FileLocation, file: Blob, options?: { maxAgeSeconds?: number }): Promise<number | null>
  /** Null if there is none, or it is not theirs to see. `colour` is a picture's average, as six hexadecimal digits. */
  describe(at: FileLocation): Promise<{ colour: string | null } | null>
  remove(at: FileLocation): Promise<void>
  /** Paths on this site under which these files can be opened for so long, by name. */
  createSignedPaths(at: { bucket: string; names: string[] }, seconds: number): Promise<Record<string, string>>
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
  const call = authenticatedFetch(options)
  return {
    tables: new PostgrestClient<Wire>(`${options.origin}/rest/v1`, { fetch: call, retry: options.retry ?? true }),
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
    files: createFiles(`${options.origin}/storage/v1/object`, call),
  }
}

function createFiles(base: string, call: typeof fetch): Files {
  return {
    async put({ bucket, name }, file, { maxAgeSeconds } = {}) {
      const headers = {
        'content-type': file.type || 'application/octet-stream',
        ...(maxAgeSeconds && { 'cache-control': `max-age=${maxAgeSeconds}` }),
      }
      const answer = await call(`${base}/${bucket}/${name}`, { method: 'POST', headers, body: file }).catch(() => null)
      return answer?.ok ? null : (answer?.status ?? 0)
    },
    async describe({ bucket, name }) {
      const answer = await call(`${base}/info/${bucket}/${name}`).catch(() => null)
      if (!answer?.ok) return null
      const { metadata } = (await answer.json()) as { metadata?: { colour?: string } }
      return { colour: metadata?.colour ?? null }
    },
    async remove({ bucket, name }) {
      await call(`${base}/${bucket}/${name}`, { method: 'DELETE' }).catch(() => null)
    },
    async createSignedPaths({ bucket, names }, seconds) {
      if (names.length === 0) return {}
      const body = JSON.stringify({ expiresIn: seconds, paths: names })
      const headers = { 'content-type': 'application/json' }
      const answer = await call(`${base}/sign/${bucket}`, { method: 'POST', headers, body }).catch(() => null)
      const signed = answer?.ok ? ((await answer.json()) as { path: string; signedURL: string | null }[]) : []
      return Object.fromEntries(
        signed.flatMap(({ path, signedURL }) => (signedURL ? [[path, `/storage/v1${signedURL}`]] : [])),
      )
    },
  }
}

/** A fetch that adds key, token and client info to every call. */
function authenticatedFetch(options: ApiOptions): typeof fetch {
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
