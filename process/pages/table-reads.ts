import type { Identity } from '#platform/postgres/database.ts'
import { recorderOf } from '#platform/response-cache/dependency-recorder.ts'
import type { PageRead } from '#platform/tables/handler.ts'

type Fetch = typeof fetch

interface TableReader {
  readForPage(read: PageRead): Promise<Response | undefined>
  identifyReader(token: string): Promise<Identity | undefined>
}

/**
 * Reads tables for pages without building and parsing a request, with the rights of the publishable key or of the
 * page's viewer. Returns a `fetch` for a page, which passes all other requests to the usual one.
 */
export function tableReads(app: TableReader, site: { origin: string; publishableKey: string }) {
  const tables = `${site.origin}/rest/v1/`
  const visitor = `Bearer ${site.publishableKey}`

  return (page: Request, fetchUsually: Fetch): Fetch => {
    const identities = new Map<string, Promise<Identity | null | undefined>>([[visitor, Promise.resolve(null)]])

    /** Null for a visitor, undefined for everything but a visitor and a person. */
    function identify(authorization: string): Promise<Identity | null | undefined> {
      const known = identities.get(authorization) ?? app.identifyReader(authorization.replace(/^Bearer /, ''))
      identities.set(authorization, known)
      return known
    }

    async function read(input: Parameters<Fetch>[0], init?: RequestInit): Promise<Response | undefined> {
      const method = init?.method
      if (typeof input !== 'string' || !input.startsWith(tables)) return undefined
      if (method !== 'GET' && method !== 'HEAD') return undefined
      const headers = new Headers(init?.headers)
      const authorization = headers.get('authorization')
      if (authorization === null || headers.has('range') || headers.has('accept-profile')) return undefined
      const identity = await identify(authorization)
      if (identity === undefined) return undefined
      const [prefer, accept] = [headers.get('prefer'), headers.get('accept')]
      const location = input.slice(tables.length - 1)
      return app.readForPage({ identity, method, location, prefer, accept, recorder: recorderOf(page) })
    }

    return async (input, init) => (await read(input, init)) ?? fetchUsually(input, init)
  }
}
