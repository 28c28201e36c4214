import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import { type Chance, seededChance } from '#database/seed/chance.ts'
import { advanceClaims } from '#server/claims/advance-claims.ts'
import { sendCodes } from '#server/hand-overs/codes/send-codes.ts'
import { releaseHandOvers } from '#server/hand-overs/release-hand-overs.ts'
import { carryOutShortfalls } from '#server/packing/shortfalls/carry-out-shortfalls.ts'
import { testCodes } from '#server/testing/test-commands.ts'
import { openSimulatedMarket, type SimulatedMarket } from '../open-market.ts'
import { type ClaimCounts, decideLots, openClaims } from './claims.ts'
import { type DayEnd, readDayEnd } from './end-of-day.ts'
import { type CounterContext, type CounterStats, handOut } from './hand-out.ts'
import { openDay, receiveGoods } from './shares.ts'

export interface DaySettings {
  seed: number
  buys: number
  /** Shares that are ready in the morning, each with its hand-over. */
  handOvers: number
}

interface DayOptions extends DaySettings {
  /** The owner of an empty database, a superuser. */
  connectionString: string
  authenticatorPassword: string
  onStep?(label: string): void
  /** A write that bypasses the product in the evening, which must lead to findings. */
  mistake?(market: SimulatedMarket): Promise<unknown>
}

export interface SharingDay {
  settings: DaySettings
  served: CounterStats
  claims: ClaimCounts
  short: { units: number; missing: number }
  end: DayEnd
  audits: number
  /** Violations; empty if the day is consistent. */
  findings: string[]
}

export const SCANNERS = 3
/** Fractions: goods missing at the hub's count, and shares that are not collected. */
const SHORT_RATE = 0.04
const NO_SHOW_RATE = 0.02
const SITE = 'https://market.test'
const HOUR = 3_600_000
const START = new Date('2026-03-02T06:00:00Z')
/** 7:00 in Lagos. */
const MORNING = new Date('2026-03-11T06:00:00Z')
const OPEN_HOURS = 10
const LEAST_AN_HOUR = 10
/** Days after the sharing day at which jobs run, until all collection, claim and response periods have ended. */
const LATER_DAYS = [1, 2, 3, 4, 6, 8, 11, 15, 21]

/**
 * Simulates a sharing day from the first payment to the end of the claim periods, with the product's commands and jobs.
 */
export async function simulateSharingDay(options: DayOptions): Promise<SharingDay> {
  const { seed, buys, handOvers, onStep = () => undefined } = options
  const market = await openSimulatedMarket({
    ...options,
    from: START,
    chance: withoutFaults(seededChance(`line ${seed}`)),
  })
  const chance = seededChance(`sharing day ${seed}`)
  const findings: string[] = []
  let audits = 0
  const audit = async (at: string) => {
    audits += 1
    await market.queryAs('operator', 'analyze')
    const found = [...(await auditLedger(market.owner)), ...(await auditMarket(market.owner))]
    findings.push(...found.map(({ rule, subject, detail }) => `${at}: ${rule}: ${subject}: ${detail}`))
  }
  const step = async (label: string) => {
    await work(market)
    await audit(label)
    onStep(label)
  }
  try {
    const day = await openDay(market, { buys, handOvers, chance })
    await step('paid')
    await market.moveTo(MORNING)
    await step('settled')
    const short = await receiveGoods(market, day, SHORT_RATE)
    await step('ready')
    // Collection starts after the period in which entered shortfalls can be corrected.
    await market.moveTo(new Date(MORNING.getTime() + HOUR / 2))
    await step('shared out')
    const counter: CounterContext = { market, day, chance, findings }
    const absentees = Math.max(1, Math.round(handOvers * NO_SHOW_RATE))
    const absent = new Set(chance.sample(day.shares, absentees).map(({ orderId }) => orderId))
    const coming = day.shares.filter(({ orderId }) => !absent.has(orderId))
    const served: CounterStats = { takes: 0, wrong: 0, wrongByBuyer: new Map(), twice: 0, milliseconds: [] }
    const hours = Math.min(OPEN_HOURS, Math.ceil(coming.length / LEAST_AN_HOUR))
    for (let hour = 0; hour < hours; hour += 1) {
      await market.moveTo(new Date(MORNING.getTime() + (hour + 1) * HOUR))
      await handOut(counter, { shares: coming.filter((_, index) => index % hours === hour), served })
      await step(`hour ${hour + 1} of ${hours}`)
    }
    const claims = await openClaims(counter, coming)
    if (options.mistake) await options.mistake(market)
    const evening = market.now().getTime()
    for (const days of LATER_DAYS) {
      await market.moveTo(new Date(evening + days * 24 * HOUR))
      await decideLots(counter)
      await step(`${days} days later`)
    }
    const end = await readDayEnd(market.owner)
    return {
      settings: { seed, buys, handOvers },
      served,
      claims,
      short,
      end,
      audits,
      findings: [...findings, ...end.faults],
    }
  } finally {
    await market.close()
  }
}

/** Runs the scheduled jobs until they find nothing to do: each processes one batch per run. */
async function work(market: SimulatedMarket): Promise<void> {
  const { database, owner } = market
  await market.work()
  await advanceClaims(database, SITE)
  await carryOutShortfalls(database, SITE)
  for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
    await sendCodes({ database, codes: testCodes, siteUrl: SITE })
    await releaseHandOvers(database)
    const { rows } = await owner.query<{ left: number }>(LEFT_TO_DO)
    const now = rows[0]?.left ?? 0
    // Stops without progress: remaining rows are findings at the end of the day.
    left = now < left ? now : 0
  }
}

const LEFT_TO_DO = `
  select (select count(*) from public.hand_overs h where h.status = 'done' and h.released_at is null and h.claim_until <= now() and not public.has_open_claim(h.id))::integer
    + (select count(*) from public.hand_overs h where h.status = 'open' and not exists
      (select from codes.codes c where c.hand_over_id = h.id and c.notified_at is not null))::integer as left`

/** Disables network faults, which the simulated month covers. */
const withoutFaults = (chance: Chance): Chance => ({ ...chance, next: () => 0.99 })
