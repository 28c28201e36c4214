import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hash, verify } from '@node-rs/argon2'
import pg from 'pg'
import { HASHING } from '#platform/auth/password-hashing.ts'
import { freePort } from '#platform/postgres/free-port.ts'
import { newPublishableKey, newSecretKey } from '#platform/secrets/site-keys.ts'
import { CLIENTS, httpWorkers, takeTurns, type Worker } from './load.ts'
import { type Product, startProduct } from './product.ts'

/** Sign-in compared with the password hash it must compute. */
interface SignInFigure {
  /** Sign-ins to the built product over HTTP, each with a new session. */
  signInsPerSecond: number
  /** argon2id comparisons alone, at the same cost and concurrency. */
  hashesPerSecond: number
  /** The cost of one sign-in in hashes. */
  ratio: number
}

export const MOST_HASHES_PER_SIGN_IN = 1.5
const PASSWORD = 'a password for the bench'
const PEOPLE = 200

/** Measures a running product that trusts one proxy; `owner` bypasses all rights in its database. */
async function benchSignIn(options: {
  product: Pick<Product, 'origin'>
  owner: pg.Client
  publishableKey: string
}): Promise<SignInFigure> {
  const stored = await hash(PASSWORD, HASHING)
  await addPeople(options.owner, stored)
  let turn = 0
  const signIns = httpWorkers(options.product.origin, () => ({
    path: '/auth/v1/token?grant_type=password',
    method: 'POST',
    headers: { apikey: options.publishableKey, 'content-type': 'application/json', 'x-forwarded-for': address(turn) },
    body: JSON.stringify({ email: emailOf(turn++ % PEOPLE), password: PASSWORD }),
  }))
  const [signInsPerSecond = 0, hashesPerSecond = 0] = await takeTurns(
    [
      { name: 'sign-in', workers: signIns },
      { name: 'argon2id', workers: hashWorkers(stored) },
    ],
    // Long turns, so that their start and end, when not every worker waits for a hash, matter little.
    { rounds: 8, seconds: 3 },
  )
  return { signInsPerSecond, hashesPerSecond, ratio: hashesPerSecond / signInsPerSecond }
}

/** As many clients as the product gets, and as many hashes at once as the product allows. */
function hashWorkers(stored: string): Worker[] {
  const atOnce = Math.min(availableParallelism(), 3, CLIENTS)
  return Array.from(
    { length: atOnce },
    (): Worker => async (mayGoOn) => {
      let count = 0
      for (; mayGoOn(); count++) if (!(await verify(stored, PASSWORD))) throw new Error('The hash did not match')
      return count
    },
  )
}

/** Each from a different address, or the rate limits would decide the result. */
const address = (turn: number) => `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`

const emailOf = (number: number) => `sign-in-${number}@bench.test`

async function addPeople(owner: pg.Client, stored: string): Promise<void> {
  await owner.query(
    `with people as (
       insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
       select gen_random_uuid(), 'sign-in-' || n || '@bench.test', $2, now(), '{"provider":"email","providers":["email"]}', '{"full_name":"Bench"}'
       from generate_series(0, $1 - 1) n returning id, email)
     insert into auth.identities (provider_id, user_id, provider, identity_data)
     select id, id, 'email', jsonb_build_object('sub', id, 'email', email, 'email_verified', true) from people`,
    [PEOPLE, stored],
  )
}

/** Uses its own market, with the limits of a real one. */
export async function measureSignIn(): Promise<SignInFigure> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-sign-in-'))
  // PostgreSQL may have to run as another account, which must be able to enter the folder.
  await chmod(dataDir, 0o711)
  const publishableKey = newPublishableKey()
  const environment = {
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: newSecretKey(),
    RATE_LIMITS: 'on',
    TRUST_PROXY: '1',
  }
  try {
    const product = await startProduct({ dataDir, port: await freePort(), environment })
    const owner = new pg.Client({ connectionString: product.ownerConnectionString() })
    await owner.connect()
    try {
      return await benchSignIn({ product, owner, publishableKey })
    } finally {
      await owner.end()
      await product.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** By itself: `npx tsx bench/sign-in.ts`. Fails above the limit. */
async function main(): Promise<void> {
  const { signInsPerSecond, hashesPerSecond, ratio } = await measureSignIn()
  console.log(`${hashesPerSecond.toFixed(1)} hashes/s, ${signInsPerSecond.toFixed(1)} sign-ins/s:`)
  console.log(`a sign-in costs ${ratio.toFixed(2)} hashes (at most ${MOST_HASHES_PER_SIGN_IN}).`)
  if (ratio > MOST_HASHES_PER_SIGN_IN) process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
