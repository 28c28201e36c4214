import { openPool } from '#platform/postgres/database.ts'
import { type Figure, value } from './figure.ts'
import { openHttpClient } from './http-client.ts'
import { percentile } from './load.ts'
import { unlessOnce } from './market/once.ts'
import { withSite } from './market/site.ts'
import { addPeople, type CodesMarket, fillCodes, type OpenCode } from './open-codes.ts'

const OPEN = unlessOnce(50_000, 6_000)
const SCANNERS = 3
const BUYERS = unlessOnce(2_000, 200)
const ANSWERS_EACH = unlessOnce(200, 5)
/** Warm-up requests of each scanner, not counted. */
const WARM = 20

/** Time of a hand-over request over HTTP while 50,000 codes are open. */
export function benchCodes(): Promise<Figure[]> {
  return withSite(async (site) => {
    const product = await site.start()
    const owner = openPool({ connectionString: product.ownerConnectionString() })
    try {
      const [ownerId = '', ...people] = await addPeople(owner, 1 + SCANNERS + BUYERS)
      const staff = people.splice(0, SCANNERS)
      const { secretKey, publishableKey: key } = site
      const market = await fillCodes(owner, { secretKey, shares: OPEN, ownerId, buyers: people, staff })
      const tokens = await Promise.all(staff.map((id) => site.tokenOf(id)))
      const took = await Promise.all(tokens.map((token, scanner) => scan(site.origin, { market, scanner, token, key })))
      const what = `a code is answered, ${OPEN.toLocaleString('en')} open, ${SCANNERS} scanners (95th percentile of ${SCANNERS * ANSWERS_EACH})`
      return [value(what, percentile(took.flat(), 0.95) / 1000, ' s', 0.3)]
    } finally {
      await owner.end()
      await product.stop()
    }
  })
}

interface ScanOptions {
  market: CodesMarket
  scanner: number
  token: string
  key: string
}

/**
 * Sends one code after the other, like staff at a counter; every twentieth is wrong, which stays within the limit of
 * wrong codes per person.
 */
async function scan(origin: string, { market, scanner, token, key }: ScanOptions): Promise<number[]> {
  const wire = openHttpClient(origin)
  const took: number[] = []
  for (let turn = 0; turn < WARM + ANSWERS_EACH; turn += 1) {
    const one = market.open[(turn * SCANNERS + scanner) * 71] as OpenCode
    const isWrong = turn % 20 === 19
    const code = isWrong ? String((Number(one.code) + 1) % 1_000_000).padStart(6, '0') : one.code
    const beganAt = performance.now()
    const { status, body } = await wire.send({
      path: '/functions/v1/hand-over',
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ hand_over_id: one.handOverId, code, lines: null }),
    })
    if (turn >= WARM) took.push(performance.now() - beganAt)
    const { outcome } = JSON.parse(body.toString())
    if (status !== 200 || outcome !== (isWrong ? 'wrong' : 'done'))
      throw new Error(`A code was answered ${status}: ${body}`)
  }
  return took
}
