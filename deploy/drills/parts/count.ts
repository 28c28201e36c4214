import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import type { Acknowledged, JoinLoad } from './people/joins.ts'
import type { CompletedPayment, Payers } from './people/payments.ts'
import type { Sheet } from './sheet.ts'

/** A person's join of a buy. */
type JoinKey = Pick<Acknowledged, 'buyId' | 'userId'>

interface Recount {
  /** Acknowledged, and not stored. */
  lost: JoinKey[]
  /** Orders with more units than requested, and second orders. */
  twice: number
  /** Payments whose payer returned, but whose order is not paid. */
  unpaid: number
  /** Findings of a recount of counters, ledger and moves. */
  faults: string[]
}

/** Compares the database with the acknowledgements. Run it once the load has stopped. */
export async function recount(
  ownerConnectionString: string,
  acknowledged: readonly JoinKey[],
  paid: readonly CompletedPayment[] = [],
): Promise<Recount> {
  const owner = new pg.Client({ connectionString: ownerConnectionString })
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    const { rows } = await owner.query<{ pair: string; units: number; orders: number }>(
      `select concat_ws(' ', group_buy_id, user_id) as pair, sum(quantity)::integer as units, count(*)::integer as orders
       from public.orders where group_buy_id is not null group by 1`,
    )
    const stored = new Set(rows.map(({ pair }) => pair))
    const booked = await countBooked(owner, paid)
    const found = [...(await auditLedger(owner)), ...(await auditMarket(owner))]
    return {
      lost: acknowledged.filter((one) => !stored.has(`${one.buyId} ${one.userId}`)),
      twice: rows.filter(({ units, orders }) => units !== 1 || orders !== 1).length,
      unpaid: paid.length - booked,
      faults: found.map(({ rule, subject, detail }) => `${rule}: ${subject}: ${detail}`),
    }
  } finally {
    await owner.end()
  }
}

/** A gateway that did not respond on the payer's return is asked again within this time. */
const BOOKED_WITHIN_MS = 180_000

/** Counts paid orders of these payments, once all are booked or the product has had its time to ask the gateway again. */
async function countBooked(owner: pg.Client, paid: readonly CompletedPayment[]): Promise<number> {
  const until = performance.now() + BOOKED_WITHIN_MS
  for (;;) {
    const { rows } = await owner.query<{ n: number }>(
      'select count(*)::integer as n from public.orders where id = any ($1::uuid[]) and paid_at is not null',
      [paid.map(({ orderId }) => orderId)],
    )
    const booked = rows[0]?.n ?? 0
    if (booked === paid.length || performance.now() > until) return booked
    await sleep(2_000)
  }
}

/** Adds the lines that end every drill with joins. */
export async function checkJoins(sheet: Sheet, ownerConnectionString: string, load: JoinLoad): Promise<void> {
  sheet.figure('tries without an answer, or answered 503, all sent again with their key', load.unanswered)
  sheet.figure('joins acknowledged after more than one try', load.acknowledged.filter(({ tries }) => tries > 1).length)
  sheet.must('joins refused: 0', load.refused.size === 0, [...load.refused.keys()].join('; ') || 0)
  sheet.must('joins never answered: 0', load.abandoned.length === 0, load.abandoned.length)
  await checkTotals(sheet, ownerConnectionString, load)
}

/** The acknowledgements of joins and payments that a drill received. */
export interface Acknowledgements extends Pick<Payers, 'paid' | 'stuck'> {
  acknowledged: JoinKey[]
}

/** Acknowledged joins and payments are stored exactly once, and add up. */
export async function checkTotals(
  sheet: Sheet,
  ownerConnectionString: string,
  acknowledgements: Acknowledgements,
): Promise<void> {
  const { acknowledged, paid, stuck } = acknowledgements
  const { lost, twice, unpaid, faults } = await recount(ownerConnectionString, acknowledged, paid)
  sheet.figure('joins acknowledged', acknowledged.length)
  sheet.must('acknowledged joins lost: 0', lost.length === 0 && acknowledged.length > 0, lost.length)
  sheet.must('joins kept twice: 0', twice === 0, twice)
  sheet.figure('payments made, through the gateway and back', paid.length)
  sheet.must('payments lost: 0', unpaid === 0 && paid.length > 0, unpaid)
  sheet.must('payers who could not go on: 0', stuck === 0, stuck)
  sheet.must('counters, ledger and moves add up', faults.length === 0, faults.slice(0, 3).join('; ') || 'yes')
}
