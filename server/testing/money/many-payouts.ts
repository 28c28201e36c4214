import { seededRandom } from '#database/seed/chance.ts'
import type { PaymentGateway } from '#platform/payment-gateways/gateway.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { PaymentDeps } from '#server/payments/confirm-payment.ts'
import { beginPayout } from '#server/payouts/begin-payout.ts'
import { lockShop } from '#server/payouts/lock-shop.ts'
import { sendPayouts } from '#server/payouts/send-payouts.ts'
import type { TestMarket } from '../market.ts'
import { addBankAccount, creditEarnings } from './shop-money.ts'
import { type UnreliableBank, unreliableBank } from './unreliable-bank.ts'

interface Trial {
  payouts: number
  seed: number
  /** Maximum number of rounds. */
  rounds?: number
  /** Probability of a crash at each point. */
  deaths?: number
  /** Wraps the bank's gateway, for example with one that uses a new reference for each try. */
  through?: (gateway: PaymentGateway) => PaymentGateway
}

interface TrialResult {
  bank: UnreliableBank
  /** Number and sum of the payouts by status. */
  byStatus: Record<string, { payouts: number; kobo: number }>
  crashes: Record<string, number>
}

const SITE = 'https://market.test'

/**
 * Starts payouts of ten shops and processes them with an unreliable bank and a process that crashes at every point,
 * until all have ended.
 */
export async function payOutMany(
  market: TestMarket,
  { payouts, seed, rounds = 60, deaths = 0.04, through = (bank) => bank }: Trial,
): Promise<TrialResult> {
  const bank = unreliableBank(seed)
  const crashing = createCrashes(seededRandom(seed + 1), deaths)
  const deps: PaymentDeps = {
    database: crashing.database(market.db.database),
    gateway: crashing.gateway(through(bank.gateway)),
    takesTestMoney: true,
    siteUrl: SITE,
  }
  await begin(market, payouts)
  for (let round = 0; round < rounds; round += 1) {
    // Crashed processes restart; several run at the same time.
    await Promise.all(Array.from({ length: 4 }, () => sendPayouts(deps).catch(onlyCrashes)))
    bank.passTime(await arrived(market))
    if (!(await letTimePass(market))) break
  }
  const { rows } = await market.db.owner.query<{ status: string; payouts: number; kobo: bigint }>(
    'select status, count(*)::integer as payouts, sum(amount_kobo)::bigint as kobo from public.payouts group by status',
  )
  const byStatus = Object.fromEntries(
    rows.map(({ status, payouts: amount, kobo }) => [status, { payouts: amount, kobo: Number(kobo) }]),
  )
  return { bank, byStatus, crashes: crashing.crashes }
}

async function arrived({ db }: TestMarket): Promise<ReadonlySet<string>> {
  const { rows } = await db.owner.query<{ reference: string }>(
    `select reference from public.payouts where status = 'arrived'`,
  )
  return new Set(rows.map(({ reference }) => reference))
}

async function begin(market: TestMarket, payouts: number): Promise<void> {
  const shops = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const { vendorId } = await market.shop()
      await addBankAccount(market, vendorId)
      await creditEarnings(market, vendorId, 50_000_000n)
      return vendorId
    }),
  )
  const asClock = { role: 'service_role', claims: { role: 'service_role', cause: 'clock' } }
  await market.db.database.as(asClock, async (tx) => {
    for (let number = 0; number < payouts; number += 1) {
      const shop = await lockShop(tx, { vendorId: shops[number % shops.length] ?? '' })
      const weeklyFor = new Date(Date.UTC(2020, 0, 1 + number)).toISOString().slice(0, 10)
      if (shop)
        await beginPayout(tx, shop, {
          amountKobo: BigInt(100_000 + number),
          gateway: 'local',
          weeklyFor,
          siteUrl: SITE,
        })
    }
  })
}

/**
 * Makes all payouts due and ages their timestamps. Returns false once none is open and the arrived ones were polled
 * again.
 */
async function letTimePass({ db }: TestMarket): Promise<boolean> {
  const { rows } = await db.owner.query<{ open: boolean }>(
    `with due as (update public.payouts set next_try_at = clock_timestamp(), unconfirmed_since = unconfirmed_since - interval '12 hours',
         arrived_at = arrived_at - interval '3 days' where next_try_at is not null returning 1)
     select exists (select from due) as open`,
  )
  return rows[0]?.open ?? false
}

/** The crash of a process, as opposed to a fault of the gateway. */
class Crash extends Error {}

function createCrashes(chance: () => number, deaths: number) {
  const crashes: Record<string, number> = {}
  const mayCrash = (point: string) => {
    // The first process at each point crashes, so that every run has one. Payees are created once per account, so they
    // crash more often.
    if (crashes[point] !== undefined && chance() >= (point.endsWith('payee') ? 0.4 : deaths)) return
    crashes[point] = (crashes[point] ?? 0) + 1
    throw new Crash(point)
  }
  const around =
    <Input, Output>(name: string, call: (input: Input) => Promise<Output>) =>
    async (input: Input) => {
      mayCrash(`before ${name}`)
      const answer = await call(input)
      mayCrash(`after ${name}`)
      return answer
    }
  return {
    crashes,
    gateway: (bank: PaymentGateway): PaymentGateway => ({
      ...bank,
      createPayee: around('payee', bank.createPayee),
      payOut: around('payout', bank.payOut),
      readPayout: around('question', bank.readPayout),
    }),
    /** Crashes right before or right after a commit. */
    database: (database: Database): Database => ({
      ...database,
      async as(identity, work, options) {
        const isWriting = identity.claims.cause === 'gateway'
        const value = await database.as(
          identity,
          async (tx) => {
            // Runs all statements first, so that the crash comes right before the commit.
            const done = await work(tx, () => undefined)
            if (isWriting) mayCrash('before it is kept')
            return done
          },
          options,
        )
        if (isWriting) mayCrash('after it is kept')
        return value
      },
    }),
  }
}

function onlyCrashes(fault: unknown): void {
  const faults = fault instanceof AggregateError ? fault.errors : [fault]
  const strange = faults.find((one) => !(one instanceof Crash))
  if (strange) throw strange
}
