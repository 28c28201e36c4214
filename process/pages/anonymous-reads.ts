import { recorderOf } from '#platform/response-cache/dependency-recorder.ts'
import type { AnonymousRead } from '#platform/tables/handler.ts'

type Fetch = typeof fetch

interface TableReader {
  readAnonymously(read: AnonymousRead): Promise<Response | undefined>
}

/**
 * Reads tables for pages of visitors without building and parsing a request, with the rights of the publishable key.
 * Returns a `fetch` for a page, which passes all other requests to the usual one.
 */
export function anonymousReads(app: TableReader, site: { origin: string; publishableKey: string }) {
  const tables = `${site.origin}/rest/v1/`
  const visitor = `Bearer ${site.publishableKey}`

  async function read(page: Request, input: Parameters<Fetch>[0], init?: RequestInit): Promise<Response | undefined> {
    if (typeof input !== 'string' || !input.startsWith(tables) || init?.method !== 'GET') return undefined
    const headers = new Headers(init.headers)
    if (headers.get('authorization') !== visitor || headers.has('range') || headers.has('accept-profile'))
      return undefined
    const [prefer, accept] = [headers.get('prefer'), headers.get('accept')]
    return app.readAnonymously({ location: input.slice(tables.length - 1), prefer, accept, recorder: recorderOf(page) })
  }

  return (page: Request, fetchUsually: Fetch): Fetch =>
    async (input, init) =>
      (await read(page, input, init)) ?? fetchUsually(input, init)
}
