import { shownBy } from '#platform/kept-answers/shown.ts'
import type { VisitorsRead } from '#platform/tables/handler.ts'

type Fetch = typeof fetch

interface Reader {
  readForVisitor(read: VisitorsRead): Promise<Response | undefined>
}

/**
 * What a page reads of tables for a visitor, without a request being made of it and taken apart again. Its caller is nobody but
 * the holder of the publishable key, as the wire would find. All else goes the usual way.
 */
export function visitorsReads(app: Reader, site: { origin: string; publishableKey: string }) {
  const tables = `${site.origin}/rest/v1/`
  const visitor = `Bearer ${site.publishableKey}`

  async function read(page: Request, input: Parameters<Fetch>[0], init?: RequestInit): Promise<Response | undefined> {
    if (typeof input !== 'string' || !input.startsWith(tables) || init?.method !== 'GET') return undefined
    const headers = new Headers(init.headers)
    if (headers.get('authorization') !== visitor || headers.has('range') || headers.has('accept-profile'))
      return undefined
    const [prefer, accept] = [headers.get('prefer'), headers.get('accept')]
    return app.readForVisitor({ location: input.slice(tables.length - 1), prefer, accept, shown: shownBy(page) })
  }

  return (page: Request, usually: Fetch): Fetch =>
    async (input, init) =>
      (await read(page, input, init)) ?? usually(input, init)
}
