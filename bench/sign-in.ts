import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { hash, verify } from '@node-rs/argon2'
import pg from 'pg'
import { HASHING } from '#platform/auth/passwords/password-hashing.ts'
import { type Figure, ratio } from './figure.ts'
import type { HttpCall } from './http-client.ts'
import { CLIENTS, httpWorkers, measureAlternating, type Worker } from './load.ts'
import type { Product } from './market/product.ts'
import { withSite } from './market/site.ts'

/** Sign-in compared with the password hash it must compute. */
interface SignInFigure {
  /** Sign-ins to the built product over HTTP, each with a new session. */
  signInsPerSecond: number
  /** argon2id comparisons alone, at the same cost and concurrency. */
  hashesPerSecond: number
  /** The cost of one sign-in in hashes. */
  ratio: number
}

const MAX_HASHES_PER_SIGN_IN = 1.5
const PASSWORD = 'a password for the bench'
const PEOPLE = 200

/** Measures a running product that trusts one proxy; `owner` bypasses all rights in its database. */
async function benchSignIn(options: {
  product: Pick<Product, 'origin'>
  owner: pg.Client
  publishableKey: string
}): Promise<SignInFigure> {
  const stored = await addPasswords(options.owner)
  let turn = 0
  const signIns = httpWorkers(options.product.origin, {
    next: () => signInCall(options, turn++),
  })
  const [signInsPerSecond = 0, hashesPerSecond = 0] = await measureAlternating(
    [
      { name: 'sign-in', workers: signIns },
      { name: 'argon2id', workers: hashWorkers(stored) },
    ],
    // Long turns, so that their start and end, when not every worker waits for a hash, matter little.
    { rounds: 8, seconds: 3 },
  )
  return { signInsPerSecond, hashesPerSecond, ratio: hashesPerSecond / signInsPerSecond }
}

export function signInCall({ publishableKey }: { publishableKey: string }, turn: number): HttpCall {
  return {
    path: '/auth/v1/token?grant_type=password',
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json', 'x-forwarded-for': address(turn) },
    body: JSON.stringify({ email: emailOf(turn % PEOPLE), password: PASSWORD }),
  }
}

/** The same number of clients as the product gets, and of concurrent hashes as it allows. */
function hashWorkers(stored: string): Worker[] {
  const atOnce = Math.min(availableParallelism(), 3, CLIENTS)
  return Array.from(
    { length: atOnce },
    (): Worker => async (mayContinue) => {
      let count = 0
      for (; mayContinue(); count++) if (!(await verify(stored, PASSWORD))) throw new Error('The hash did not match')
      return count
    },
  )
}

/** Each from a different address, or the rate limits would decide the result. */
const address = (turn: number) => `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`

const emailOf = (number: number) => `sign-in-${number}@bench.test`

/** People who can sign in; returns the hash of the password they share. */
export async function addPasswords(owner: pg.Client | pg.Pool): Promise<string> {
  const stored = await hash(PASSWORD, HASHING)
  await owner.query(
    `with people as (
       insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
       select gen_random_uuid(), 'sign-in-' || n || '@bench.test', $2, now(), '{"provider":"email","providers":["email"]}', '{"full_name":"Bench"}'
       from generate_series(0, $1 - 1) n returning id, email)
     insert into auth.identities (provider_id, user_id, provider, identity_data)
     select id, id, 'email', jsonb_build_object('sub', id, 'email', email, 'email_verified', true) from people`,
    [PEOPLE, stored],
  )
  return stored
}

/** Uses its own market, with the limits of a real one. */
function measureSignIn(): Promise<SignInFigure> {
  return withSite(async (site) => {
    const product = await site.start({ environment: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
    const owner = new pg.Client({ connectionString: product.ownerConnectionString() })
    await owner.connect()
    try {
      return await benchSignIn({ product, owner, publishableKey: site.publishableKey })
    } finally {
      await owner.end()
      await product.stop()
    }
  })
}

/** Figures for the results table. */
export async function benchSignIns(): Promise<Figure[]> {
  const { signInsPerSecond, hashesPerSecond } = await measureSignIn()
  const rates = [signInsPerSecond, hashesPerSecond]
  return [ratio('sign-ins, against bare argon2id hashes', rates, 1 / MAX_HASHES_PER_SIGN_IN)]
}

/** Standalone: `npx tsx bench/sign-in.ts`. Fails above the limit. */
async function main(): Promise<void> {
  const { signInsPerSecond, hashesPerSecond, ratio } = await measureSignIn()
  console.log(`${hashesPerSecond.toFixed(1)} hashes/s, ${signInsPerSecond.toFixed(1)} sign-ins/s:`)
  console.log(`a sign-in costs ${ratio.toFixed(2)} hashes (at most ${MAX_HASHES_PER_SIGN_IN}).`)
  if (ratio > MAX_HASHES_PER_SIGN_IN) process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
