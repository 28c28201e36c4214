import { readFile } from 'node:fs/promises'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Identity } from '#platform/postgres/database.ts'
import { createTestDatabase, identityOf, type TestDatabase } from '#platform/postgres/testing.ts'
import { createTablesHandler } from '../handler.ts'
import type { TablesDeps } from '../settings.ts'

export const author = (number: number) => `a0000000-0000-0000-0000-00000000000${number}`
export const book = (number: number) => `b0000000-0000-0000-0000-00000000000${number}`
export const person = (number: number) => `c0000000-0000-0000-0000-${String(number).padStart(12, '0')}`

const BASE = 'http://tables.test/rest/v1'

// biome-ignore lint/suspicious/noExplicitAny: the client's generic schema type for untyped databases.
export type Client = PostgrestClient<any, { PostgrestVersion: '13' }, 'library'>

export interface Library {
  test: TestDatabase
  handle: ReturnType<typeof createTablesHandler>
  /** The client library: anonymous, signed in, or with a role. */
  as(who?: string | Identity): Client
  fetch(path: string, init?: RequestInit & { who?: string }): Promise<Response>
  /** The faults and bugs the handler reported. */
  faults: unknown[]
  drop(): Promise<void>
}

/** Creates the library's database, with `more` files of SQL, and a handler. A header names the caller, as the front door would. */
export async function openLibrary(options: Partial<TablesDeps> = {}, more: string[] = []): Promise<Library> {
  const test = await createTestDatabase({ floors: 'platform', keepsShortLimits: true })
  for (const path of ['library.sql', ...more]) {
    await test.owner.query(await readFile(new URL(path, import.meta.url), 'utf8'))
  }
  const faults: unknown[] = []
  const handle = createTablesHandler({
    database: test.database,
    schemas: ['library'],
    identify: async (request) => parseIdentity(request.headers.get('x-who') ?? 'anon'),
    onError: (error) => faults.push(error),
    ...options,
  })
  return {
    test,
    handle,
    faults,
    as: (who = 'anon') => {
      const name = typeof who === 'string' ? who : JSON.stringify(who)
      return new PostgrestClient(BASE, {
        schema: 'library',
        headers: { 'x-who': name },
        fetch: (input, init) => handle(new Request(input as string, init)),
      })
    },
    fetch: (path, { who = 'anon', ...init } = {}) => {
      const headers = new Headers(init.headers)
      headers.set('x-who', who)
      if (init.body && !new Headers(init.headers).has('content-type')) headers.set('content-type', 'application/json')
      return handle(new Request(`${BASE}${path}`, { ...init, headers }))
    },
    drop: () => test.drop(),
  }
}

function parseIdentity(who: string): Identity {
  if (who.startsWith('{')) return JSON.parse(who) as Identity
  if (who === 'anon' || who === 'service_role') return { role: who, claims: { role: who } }
  return identityOf(who)
}
