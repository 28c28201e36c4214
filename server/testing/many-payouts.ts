import type { PaymentGateway } from '#platform/payment-gateways/gateway.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { PaymentDeps } from '../payments/confirm-payment.ts'
import { beginPayout } from '../payouts/begin-payout.ts'
import { lockShop } from '../payouts/lock-shop.ts'
import { sendPayouts } from '../payouts/send-payouts.ts'
import type { TestMarket } from './market.ts'
import { earn, standingAccount } from './shop-money.ts'
import { chanceOf, type UnreliableBank, unreliableBank } from './unreliable-bank.ts'

interface Trial {
  payouts: number
  seed: number
  /** After so many rounds it is looked at as it is. */
  rounds?: number
  /** How often the process dies at each point, of once: more of it where there is less to do. */
  deaths?: number
  /** What the market calls instead of the bank, such as one that names each try anew. */
  through?: (gateway: PaymentGateway) => PaymentGateway
}

interface Ended {
  bank: UnreliableBank
  /** What became of them, as the payouts say. */
  byStatus: Record<string, { payouts: number; kobo: number }>
  crashes: Record<string, number>
}

const SITE = 'https://market.test'

/** Begins payouts of ten shops, works on them with a bank that fails and a process that dies at every point, until all have ended. */
export async function payOutMany(
  market: TestMarket,
  { payouts, seed, rounds = 60, deaths = 0.04, through = (bank) => bank }: Trial,
): Promise<Ended> {
  const bank = unreliableBank(seed)
  const mortal = mortals(chanceOf(seed + 1), deaths)
  const deps: PaymentDeps = {
    database: mortal.database(market.db.database),
    gateway: mortal.gateway(through(bank.gateway)),
    takesTestMoney: true,
    siteUrl: SITE,
  }
  await begin(market, payouts)
  for (let round = 0; round < rounds; round += 1) {
    // A process that died is started again; several work at the same time.
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
  return { bank, byStatus, crashes: mortal.crashes }
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
      await standingAccount(market, vendorId)
      await earn(market, vendorId, 50_000_000n)
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

/** Everything is due, and doubts are old. False once nothing is open and what arrived has been looked at again. */
async function letTimePass({ db }: TestMarket): Promise<boolean> {
  const { rows } = await db.owner.query<{ open: boolean }>(
    `with due as (update public.payouts set next_try_at = clock_timestamp(), unsure_at = unsure_at - interval '12 hours',
         arrived_at = arrived_at - interval '3 days' where next_try_at is not null returning 1)
     select exists (select from due) as open`,
  )
  return rows[0]?.open ?? false
}

/** The end of a process: no fault that a gateway may have. */
class Crash extends Error {}

function mortals(chance: () => number, deaths: number) {
  const crashes: Record<string, number> = {}
  const mayDie = (point: string) => {
    // Whoever passes a point first dies there, so that no run needs luck. A payee is made once for each account.
    if (crashes[point] !== undefined && chance() >= (point.endsWith('payee') ? 0.4 : deaths)) return
    crashes[point] = (crashes[point] ?? 0) + 1
    throw new Crash(point)
  }
  const around =
    <Wish, Answer>(name: string, call: (wish: Wish) => Promise<Answer>) =>
    async (wish: Wish) => {
      mayDie(`before ${name}`)
      const answer = await call(wish)
      mayDie(`after ${name}`)
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
    /** Dies before its work is kept, or right after. */
    database: (database: Database): Database => ({
      ...database,
      async as(identity, work, options) {
        const isWriting = identity.claims.cause === 'gateway'
        const value = await database.as(
          identity,
          async (tx) => {
            // It dies before the commit, which therefore comes last.
            const done = await work(tx, () => undefined)
            if (isWriting) mayDie('before it is kept')
            return done
          },
          options,
        )
        if (isWriting) mayDie('after it is kept')
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
