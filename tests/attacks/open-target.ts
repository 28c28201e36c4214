import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openPool } from '#platform/postgres/database.ts'
import { freePort } from '#platform/postgres/free-port.ts'
import { type Product, startProduct } from '../../bench/market/product.ts'

/** The built product in a separate process, reached over HTTP alone, like an attacker. */
export interface Target {
  origin: string
  publishableKey: string
  secretKey: string
  /** Bypasses every policy: for setting up, and for counting the damage. */
  owner: pg.Pool
  process: Product
  /** A request with the publishable key, and with a person's token if one is given. */
  request(path: string, init?: RequestInit & { token?: string }): Promise<Response>
  /** A confirmed person, signed in as their own client would. */
  signIn(facts?: { role?: string; email?: string }): Promise<Person>
  close(): Promise<void>
}

export interface Person {
  id: string
  email: string
  password: string
  token: string
  refreshToken: string
}

const PASSWORD = 'market-day-morning-7'

export async function openTarget(environment: Record<string, string> = {}): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'attacked-'))
  // PostgreSQL may have to run as another account, which must be able to enter the folder.
  await chmod(dataDir, 0o711)
  const publishableKey = `sb_publishable_${'a'.repeat(32)}`
  const secretKey = `sb_secret_${'b'.repeat(32)}`
  const process = await startProduct({
    dataDir,
    port: await freePort(),
    environment: {
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      SUPABASE_SECRET_KEY: secretKey,
      ...environment,
    },
  })
  const owner = openPool({ connectionString: process.ownerConnectionString() })
  let people = 0

  const target: Target = {
    origin: process.origin,
    publishableKey,
    secretKey,
    owner,
    process,
    request: (path, { token, headers, ...init } = {}) =>
      fetch(`${process.origin}${path}`, {
        ...init,
        headers: {
          apikey: publishableKey,
          authorization: `Bearer ${token ?? publishableKey}`,
          ...(init.body != null && { 'content-type': 'application/json' }),
          ...Object.fromEntries(new Headers(headers)),
        },
      }),
    async signIn({ role = 'customer', email = `person${++people}@market.test` } = {}) {
      const admin = { authorization: `Bearer ${secretKey}`, apikey: secretKey }
      const account = { email, password: PASSWORD, email_confirm: true, user_metadata: { full_name: 'Ngozi Bello' } }
      const { id } = await json(
        await target.request('/auth/v1/admin/users', { method: 'POST', headers: admin, body: JSON.stringify(account) }),
      )
      await owner.query('update public.profiles set role = $2 where id = $1', [id, role])
      const session = await json(
        await target.request('/auth/v1/token?grant_type=password', {
          method: 'POST',
          body: JSON.stringify({ email, password: PASSWORD }),
        }),
      )
      return { id, email, password: PASSWORD, token: session.access_token, refreshToken: session.refresh_token }
    },
    async close() {
      await owner.end()
      await process.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return target
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads responses of any shape
async function json(response: Response): Promise<any> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
  return response.json()
}
