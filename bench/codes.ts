import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateSigningKey, loadSigningKeys } from '#platform/auth/tokens.ts'
import { openPool } from '#platform/postgres/database.ts'
import { freePort } from '#platform/postgres/free-port.ts'
import { newPublishableKey, newSecretKey } from '#platform/secrets/site-keys.ts'
import type { Figure } from './figure.ts'
import { ask } from './load.ts'
import { addPeople, type CodesMarket, fillCodes, type OpenCode } from './open-codes.ts'
import { startProduct } from './product.ts'

const OPEN = 50_000
const SCANNERS = 3
const BUYERS = 2_000
const ANSWERS_EACH = 200
/** Each warms up with so many before it counts. */
const WARM = 20

/** From the code that a scanner sends until the counter's answer, over HTTP, while fifty thousand codes are open. */
export async function benchCodes(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-codes-'))
  // PostgreSQL may have to run as another account, which must be able to enter the folder.
  await chmod(dataDir, 0o711)
  const apiKeys = { publishable: newPublishableKey(), secret: newSecretKey() }
  const jwks = { keys: [await generateSigningKey()] }
  const product = await startProduct({
    ...{ dataDir, port: await freePort() },
    environment: {
      SUPABASE_PUBLISHABLE_KEY: apiKeys.publishable,
      SUPABASE_SECRET_KEY: apiKeys.secret,
      JWT_KEYS: JSON.stringify(jwks),
    },
  })
  const owner = openPool({ connectionString: product.ownerConnectionString() })
  try {
    const [ownerId = '', ...people] = await addPeople(owner, 1 + SCANNERS + BUYERS)
    const staff = people.splice(0, SCANNERS)
    const market = await fillCodes(owner, { secretKey: apiKeys.secret, shares: OPEN, ownerId, buyers: people, staff })
    const { sign } = await loadSigningKeys(jwks, { issuer: `${product.origin}/auth/v1` })
    const now = Math.floor(Date.now() / 1000)
    const tokens = await Promise.all(
      staff.map((sub) =>
        sign({
          role: 'authenticated',
          aud: 'authenticated',
          iat: now,
          exp: now + 3600,
          sub,
          session_id: crypto.randomUUID(),
        }),
      ),
    )
    const took = await Promise.all(
      tokens.map((token, scanner) => scan(product.origin, { market, scanner, token, key: apiKeys.publishable })),
    )
    return [
      {
        what: `a code is answered, ${OPEN.toLocaleString('en')} open, ${SCANNERS} scanners (95th percentile of ${SCANNERS * ANSWERS_EACH})`,
        product: at(took.flat(), 0.95) / 1000,
        unit: ' s',
        target: 0.3,
      },
    ]
  } finally {
    await owner.end()
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Scanner {
  market: CodesMarket
  scanner: number
  token: string
  key: string
}

/** One code after the other, as a person at a counter; every twentieth is a wrong one, up to what one person may type. */
async function scan(origin: string, { market, scanner, token, key }: Scanner): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const took: number[] = []
  for (let turn = 0; turn < WARM + ANSWERS_EACH; turn += 1) {
    const one = market.open[(turn * SCANNERS + scanner) * 71] as OpenCode
    const isWrong = turn % 20 === 19
    const code = isWrong ? String((Number(one.code) + 1) % 1_000_000).padStart(6, '0') : one.code
    const beganAt = performance.now()
    const { status, body } = await ask(
      origin,
      {
        ...{ path: '/functions/v1/hand-over', method: 'POST' },
        headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ hand_over_id: one.handOverId, code, lines: null }),
      },
      agent,
    )
    if (turn >= WARM) took.push(performance.now() - beganAt)
    const { outcome } = JSON.parse(body.toString())
    if (status !== 200 || outcome !== (isWrong ? 'wrong' : 'done'))
      throw new Error(`A code was answered ${status}: ${body}`)
  }
  return took
}

const at = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.POSITIVE_INFINITY
