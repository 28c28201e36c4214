import type { Chance } from '#database/seed/chance.ts'
import { MAX_WRONG_CODES } from '#domain/hand-overs/code-text.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import type { SimulatedMarket } from '../open-market.ts'
import type { Day, Share } from './shares.ts'

/** The context of the hand-over; `findings` collects errors. */
export interface CounterContext {
  market: SimulatedMarket
  day: Day
  chance: Chance
  findings: string[]
}

export interface CounterStats {
  /** Successful hand-overs. */
  takes: number
  /** Rejected codes. */
  wrong: number
  wrongByBuyer: Map<string, number>
  /** The same code at two scanners at once. */
  twice: number
  milliseconds: number[]
}

/** How a share is collected. */
type CollectionMethod =
  | 'at once'
  | 'wrong first'
  | 'of another order first'
  | 'at two scanners'
  | 'in parts'
  | 'nominee'
  | 'no phone'

interface Queue {
  shares: readonly Share[]
  served: CounterStats
}

/** Hands out all shares: the scanners work concurrently, each taking the next share from the queue. */
export async function handOut(counter: CounterContext, { shares, served }: Queue): Promise<void> {
  // Methods are drawn in advance, so that timing does not affect them.
  const line = shares.map((share) => ({ share, method: pickMethod(counter.chance, share) })).values()
  await Promise.all(
    counter.day.staff.map(async (staff) => {
      for (const { share, method } of line) await collect({ ...counter, served, staff }, share, method)
    }),
  )
}

function pickMethod(chance: Chance, { quantity }: Share): CollectionMethod {
  const dice = chance.next()
  if (dice < 0.04) return 'at two scanners'
  if (dice < 0.07) return 'wrong first'
  if (dice < 0.08) return 'of another order first'
  if (dice < 0.11) return 'nominee'
  if (dice < 0.12) return 'no phone'
  return dice < 0.22 && quantity > 1 ? 'in parts' : 'at once'
}

interface Scanner extends CounterContext {
  served: CounterStats
  staff: string
}

/** Orders of one buyer are one visit with one code, whose fifth wrong try would lock them. */
function mayBeWrong({ served }: Scanner, { buyer }: Share): boolean {
  const before = served.wrongByBuyer.get(buyer) ?? 0
  served.wrongByBuyer.set(buyer, before + 1)
  return before < MAX_WRONG_CODES - 2
}

async function collect(scanner: Scanner, share: Share, method: CollectionMethod): Promise<void> {
  const shown = await readCodes(scanner, share)
  if (!shown) return void scanner.findings.push(`${share.orderId}: its buyer sees no code`)
  const { id, code, lines } = shown
  if (method === 'no phone') return override(scanner, id)
  if (method === 'wrong first' && mayBeWrong(scanner, share))
    await expectRejected(scanner, id, String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  if (method === 'of another order first' && mayBeWrong(scanner, share))
    await tryOtherCode(scanner, share, { id, code })
  if (method === 'at two scanners') return collectAtTwoScanners(scanner, id, code)
  if (method === 'nominee') return collectByNominee(scanner, share, id)
  const [first] = lines
  if (method === 'in parts' && first && first.quantity > 1) {
    await expectTaken(scanner, { id, code, lines: [{ line_id: first.line_id, quantity: 1 }] })
    const rest = await readCodes(scanner, share)
    if (!rest) return void scanner.findings.push(`${share.orderId}: no code for the rest`)
    return expectTaken(scanner, { id: rest.id, code: rest.code, lines: null })
  }
  await expectTaken(scanner, { id, code, lines: null })
}

interface BuyerCodes {
  id: string
  code: string
  lines: { line_id: string; quantity: number }[]
}

/** The codes on the buyer's phone, and the goods as staff see them. */
async function readCodes({ market }: Scanner, { orderId, buyer }: Share): Promise<BuyerCodes | null> {
  const { body } = await market.call(buyer, 'read-codes', {})
  const own = body.codes.find((one: { order_id: string }) => one.order_id === orderId)
  if (!own) return null
  const { rows } = await market.database.as(SERVICE, (tx) =>
    tx.query<{ lines: BuyerCodes['lines'] }>('select rights.goods_of_hand_over($1) as lines', [own.hand_over_id]),
  )
  return { id: own.hand_over_id, code: own.code, lines: rows[0]?.lines ?? [] }
}

const enterCode = ({ market, staff }: Scanner, { id, code, lines }: CodeEntry) =>
  market.call(staff, 'hand-over', { hand_over_id: id, code, lines })
interface CodeEntry {
  id: string
  code: string
  lines: { line_id: string; quantity: number }[] | null
}

async function expectTaken(scanner: Scanner, entry: CodeEntry): Promise<void> {
  const beganAt = performance.now()
  const { body } = await enterCode(scanner, entry)
  scanner.served.milliseconds.push(performance.now() - beganAt)
  if (body.outcome === 'done') scanner.served.takes += 1
  else scanner.findings.push(`${entry.id}: its own code got the response ${body.outcome ?? body.code}`)
}

async function expectRejected(scanner: Scanner, id: string, code: string): Promise<void> {
  const { body } = await enterCode(scanner, { id, code, lines: null })
  if (body.outcome === 'wrong') scanner.served.wrong += 1
  else scanner.findings.push(`${id}: a wrong code got the response ${body.outcome ?? body.code}`)
}

async function tryOtherCode(scanner: Scanner, share: Share, { id, code }: { id: string; code: string }): Promise<void> {
  const other = scanner.day.shares.find(({ buyId, buyer }) => buyId === share.buyId && buyer !== share.buyer)
  const foreign = other && (await readCodes(scanner, other))
  if (foreign && foreign.code !== code) await expectRejected(scanner, id, foreign.code)
}

async function collectAtTwoScanners(scanner: Scanner, id: string, code: string): Promise<void> {
  const other = scanner.day.staff.find((one) => one !== scanner.staff) ?? scanner.staff
  const both = await Promise.all(
    [scanner, { ...scanner, staff: other }].map((one) => enterCode(one, { id, code, lines: null })),
  )
  const outcomes = both.map(({ body }) => body.outcome ?? body.code).sort()
  if (outcomes.join() !== 'done,handed_over_already')
    scanner.findings.push(`${id}: two scanners got the responses ${outcomes}`)
  scanner.served.takes += outcomes.filter((one) => one === 'done').length
  scanner.served.twice += 1
}

async function collectByNominee(scanner: Scanner, { buyer }: Share, id: string): Promise<void> {
  await scanner.market.call(buyer, 'name-nominee', { hand_over_id: id, name: 'Mama Bisi' })
  const { body } = await scanner.market.call(buyer, 'read-codes', {})
  const own = body.codes.find((one: { hand_over_id: string }) => one.hand_over_id === id)
  await expectTaken(scanner, { id, code: own?.nominee?.code ?? '', lines: null })
}

async function override({ market, staff, served, findings }: Scanner, id: string): Promise<void> {
  const photo = await uploadPhoto(market, { bucket: 'hand-over-photos', owner: staff })
  const why = { identity: 'id-card', reason: 'The phone was lost on the way', photo, lines: null } as const
  const { body } = await market.call(staff, 'override-hand-over', { hand_over_id: id, ...why })
  if (body.outcome === 'done') served.takes += 1
  else findings.push(`${id}: goods without a code got the responses ${body.outcome ?? body.code}`)
}

/** Inserts an object with the metadata of a checked picture, as the storage does after an upload. Returns its name. */
export async function uploadPhoto(
  { database }: Pick<SimulatedMarket, 'database'>,
  { bucket, owner }: { bucket: 'evidence' | 'hand-over-photos'; owner: string },
): Promise<string> {
  const { rows } = await database.as(SERVICE, (tx) =>
    tx.query<{ name: string }>(
      `insert into storage.objects (bucket_id, name, owner, blob, metadata)
       values ($1, $2::uuid || '/' || gen_random_uuid(), $2, replace(gen_random_uuid()::text, '-', ''), '{"mimetype": "image/jpeg", "width": 800, "height": 600, "size": 60000}') returning name`,
      [bucket, owner],
    ),
  )
  return rows[0]?.name ?? ''
}
