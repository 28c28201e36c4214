import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { generateSigningKey, loadSigningKeys } from '#platform/auth/tokens.ts'
import { freePort } from '#platform/postgres/free-port.ts'
import { authenticatorUrl } from '#platform/postgres/migrate.ts'
import { authenticatorPasswordOf } from '#platform/postgres/open-server.ts'
import { newPublishableKey, newSecretKey } from '#platform/secrets/site-keys.ts'
import { benchCodes } from './codes.ts'
import type { Bench, Figure } from './figure.ts'
import { openLearner } from './in-process.ts'
import { benchJoins } from './joins.ts'
import { benchLive } from './live.ts'
import { fillMarket, MARKET, personId } from './market.ts'
import { benchMoney } from './money.ts'
import { type Product, startProduct } from './product.ts'
import { benchReads } from './reads.ts'
import { printFigures, report } from './report.ts'
import { MOST_HASHES_PER_SIGN_IN, measureSignIn } from './sign-in.ts'
import { benchStaff, printStaff } from './staff.ts'

const CONNECTIONS = 16
const STARTS = 3

/** npm run bench, or npm run bench -- money, -- codes or -- staff: every rate is compared with another one from the same run on the same PostgreSQL. */
async function main(): Promise<void> {
  // Alone they are shown and not kept: bench/results.md is one run of everything.
  if (process.argv[2] === 'money') return printFigures(await benchMoney())
  if (process.argv[2] === 'codes') return printFigures(await benchCodes())
  if (process.argv[2] === 'staff') return printStaff(await benchStaff())
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  // PostgreSQL may have to run as another account, which must be able to enter the folder.
  await chmod(dataDir, 0o711)
  console.log('Measuring. This takes a few minutes; the table comes at the end.')
  try {
    const { figures, postgres } = await measure(dataDir)
    await report([...figures, await signInFigure(), ...(await benchCodes()), ...(await benchMoney())], postgres)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measure(dataDir: string): Promise<{ figures: Figure[]; postgres: string }> {
  const port = await freePort()
  const apiKeys = { publishable: newPublishableKey(), secret: newSecretKey() }
  const jwks = { keys: [await generateSigningKey()] }
  const environment = {
    SUPABASE_PUBLISHABLE_KEY: apiKeys.publishable,
    SUPABASE_SECRET_KEY: apiKeys.secret,
    JWT_KEYS: JSON.stringify(jwks),
    DATABASE_CONNECTIONS: String(CONNECTIONS),
  }
  const start = () => startProduct({ dataDir, port, environment })
  // Builds first, if necessary.
  const postgres = await prepare(await start())
  const readyMs: number[] = []
  for (let time = 1; time < STARTS; time++) {
    const product = await start()
    readyMs.push(product.readyMs)
    await product.stop()
  }
  const product = await start()
  readyMs.push(product.readyMs)
  const memory = watchMemory(product)
  const signingKeys = await loadSigningKeys(jwks, { issuer: `${product.origin}/auth/v1` })
  const owner = product.ownerConnectionString()
  const authenticator = authenticatorUrl(owner, authenticatorPasswordOf(owner, apiKeys.secret))
  const learner = openLearner({ connectionString: authenticator, apiKeys, signingKeys, origin: product.origin })
  try {
    const tokens = await signTokens(signingKeys.sign)
    const idleMb = product.memoryMb()
    const bench: Bench = {
      product,
      learner,
      apiKeys,
      connections: CONNECTIONS,
      authenticatorConnectionString: authenticator,
      tokens,
    }
    // First, because it watches a buy that nobody else has joined yet.
    const live = await benchLive(bench)
    const figures = [...(await benchJoins(bench)), ...(await benchReads(bench)), live]
    const values: Figure[] = [
      { what: 'second start until ready (middle of three)', product: middle(readyMs) / 1000, unit: ' s', target: 3 },
      { what: 'memory, idle', product: idleMb, unit: ' MB', target: 200 },
      { what: 'memory, most under this load', product: memory.stop(), unit: ' MB', target: 200 },
    ]
    return { figures: [...figures, ...values], postgres }
  } finally {
    await learner.close()
    await product.stop()
  }
}

async function signInFigure(): Promise<Figure> {
  const { signInsPerSecond, hashesPerSecond } = await measureSignIn()
  return {
    what: 'sign-ins, against bare argon2id hashes',
    product: signInsPerSecond,
    measure: hashesPerSecond,
    unit: '/s',
    target: 1 / MOST_HASHES_PER_SIGN_IN,
  }
}

/** Returns PostgreSQL's version. */
async function prepare(product: Product): Promise<string> {
  const owner = new pg.Client({ connectionString: product.ownerConnectionString() })
  await owner.connect()
  try {
    await fillMarket(owner)
    const { rows } = await owner.query<{ server_version: string }>('show server_version')
    return rows[0]?.server_version ?? ''
  } finally {
    await owner.end()
    await product.stop()
  }
}

async function signTokens(sign: (claims: Record<string, unknown>) => Promise<string>): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000)
  const common = { role: 'authenticated', aud: 'authenticated', iat: now, exp: now + 3600 }
  return Promise.all(
    Array.from({ length: MARKET.people }, (_, number) =>
      sign({ ...common, sub: personId(number), session_id: crypto.randomUUID() }),
    ),
  )
}

function watchMemory(product: Product): { stop(): number } {
  let most = 0
  const look = setInterval(() => (most = Math.max(most, product.memoryMb())), 500)
  return {
    stop() {
      clearInterval(look)
      return most
    },
  }
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

await main()
