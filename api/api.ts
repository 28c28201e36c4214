import { PostgrestClient } from '@supabase/postgrest-js'
import type { Wire } from '#database/types.ts'
import { callRefusals } from '#domain/refusals/call-refusals.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { CLIENT_INFO } from './client-info.ts'
import type { CommandInput, CommandName, CommandRefusal, CommandResult } from './commands.ts'

/** The screens' only access to data: over the network in the browser, in process on the server. */
export interface Api {
  tables: PostgrestClient<Wire>
  /** Runs a command. A retry with the same idempotency `key` returns the first response; the default is a new key. */
  command<Name extends CommandName>(name: Name, input: CommandInput<Name>, key?: string): Promise<CommandResult<Name>>
  files: Files
}

const refuse = refuseFrom(callRefusals)

interface FileLocation {
  bucket: string
  name: string
}

/** Files that the viewer owns or may read. */
interface Files {
  /**
   * Uploads a file; never overwrites one of the same name. Returns null, or the HTTP status of the rejection (0:
   * offline).
   */
  put(at: FileLocation, file: Blob, options?: { maxAgeSeconds?: number }): Promise<number | null>
  /**
   * Null if the file does not exist or may not be read. `colour` is an image's average colour, as six hexadecimal
   * digits.
   */
  describe(at: FileLocation): Promise<{ colour: string | null } | null>
  remove(at: FileLocation): Promise<void>
  /** Signed paths on this site, by file name, valid for `seconds`. A file that may not be read is left out. */
  createSignedPaths(at: { bucket: string; names: string[] }, seconds: number): Promise<Record<string, string>>
}

interface ApiOptions {
  /** Origin of the product, e.g. `https://ajoja.example`. */
  origin: string
  publishableKey: string
  /** Called before every request. Returns the user's access token; null if signed out. */
  accessToken: () => Promise<string | null> | string | null
  fetch?: typeof fetch
  /** False gives up at the first 503; for page loads, which the visitor can reload. Default true. */
  retry?: boolean
}

export function createApi(options: ApiOptions): Api {
  const call = authenticatedFetch(options)
  return {
    tables: new PostgrestClient<Wire>(`${options.origin}/rest/v1`, { fetch: call, retry: options.retry ?? true }),
    async command(name, input, key = crypto.randomUUID()) {
      const sent = call(`${options.origin}/functions/v1/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(input),
      })
      const response = await sent.catch(() => null)
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
      const response = await call(`${base}/${bucket}/${name}`, { method: 'POST', headers, body: file }).catch(
        () => null,
      )
      return response?.ok ? null : (response?.status ?? 0)
    },
    async describe({ bucket, name }) {
      const response = await call(`${base}/info/${bucket}/${name}`).catch(() => null)
      if (!response?.ok) return null
      const { metadata } = (await response.json()) as { metadata?: { colour?: string } }
      return { colour: metadata?.colour ?? null }
    },
    async remove({ bucket, name }) {
      await call(`${base}/${bucket}/${name}`, { method: 'DELETE' }).catch(() => null)
    },
    async createSignedPaths({ bucket, names }, seconds) {
      if (names.length === 0) return {}
      const body = JSON.stringify({ expiresIn: seconds, paths: names })
      const headers = { 'content-type': 'application/json' }
      const response = await call(`${base}/sign/${bucket}`, { method: 'POST', headers, body }).catch(() => null)
      const signed = response?.ok ? ((await response.json()) as { path: string; signedURL: string | null }[]) : []
      return Object.fromEntries(
        signed.flatMap(({ path, signedURL }) => (signedURL ? [[path, `/storage/v1${signedURL}`]] : [])),
      )
    },
  }
}

/** Wraps fetch: adds API key, access token and client info to every request. */
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

/**
 * A body without a code and a message came from a proxy, not from the server: whether the command ran is unknown. The
 * code may be newer than this page.
 */
function readRefusal(body: unknown): CommandRefusal {
  const { code, message, templates } = (body ?? {}) as { code?: unknown; message?: unknown; templates?: object }
  const isOurs = typeof code === 'string' && /^[a-z]+(_[a-z]+)*$/.test(code) && typeof message === 'string'
  return isOurs ? { ...(body as CommandRefusal), ...templates } : refuse('unavailable')
}
