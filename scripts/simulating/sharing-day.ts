import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import { type Chance, chanceOf } from '#database/seed/chance.ts'
import { keepClaims } from '#server/claims/keep-claims.ts'
import { releaseHandOvers } from '#server/hand-overs/release-hand-overs.ts'
import { tellOfCodes } from '#server/hand-overs/tell-of-codes.ts'
import { carryOutShortfalls } from '#server/packing/carry-out-shortfalls.ts'
import { testCodes } from '#server/testing/play-commands.ts'
import { type Counter, handOut, type Served } from './at-the-counter.ts'
import { type Claims, claimSome, decideLots } from './claims-of-the-day.ts'
import { type DayEnd, readDayEnd } from './end-of-day.ts'
import { openSimulatedMarket, type SimulatedMarket } from './open-market.ts'
import { bringGoods, openDay } from './shares-to-hand-out.ts'

export interface DayWish {
  seed: number
  buys: number
  /** Shares that are ready in the morning, each with its hand-over. */
  handOvers: number
}

interface DayOptions extends DayWish {
  /** The owner of an empty database, a superuser. */
  connectionString: string
  authenticatorPassword: string
  onStep?(says: string): void
  /** What somebody writes around the product in the evening: the day must not add up any more. */
  mistake?(market: SimulatedMarket): Promise<unknown>
}

export interface SharingDay {
  wish: DayWish
  served: Served
  claims: Claims
  short: { units: number; missing: number }
  end: DayEnd
  looks: number
  /** What does not add up. An empty list: the day is sound. */
  findings: string[]
}

export const SCANNERS = 3
/** Of all goods, what is missing when the hub counts them; of all shares, what nobody collects. */
const SHORT = 0.04
const NO_SHOWS = 0.02
const SITE = 'https://market.test'
const HOUR = 3_600_000
const FROM = new Date('2026-03-02T06:00:00Z')
/** 7:00 in Lagos. */
const MORNING = new Date('2026-03-11T06:00:00Z')
const OPEN_HOURS = 10
const LEAST_AN_HOUR = 10
/** Days after it, until the last time of collection, of claims and of their answers is over. */
const LATER = [1, 2, 3, 4, 6, 8, 11, 15, 21]

/** A sharing day from the first payment until nobody can claim any more, by the product's own commands and jobs. */
export async function simulateSharingDay(options: DayOptions): Promise<SharingDay> {
  const { seed, buys, handOvers, onStep = () => undefined } = options
  const market = await openSimulatedMarket({ ...options, from: FROM, chance: calm(chanceOf(`line ${seed}`)) })
  const chance = chanceOf(`sharing day ${seed}`)
  const findings: string[] = []
  let looks = 0
  const look = async (at: string) => {
    looks += 1
    await market.caused('operator', 'analyze')
    const found = [...(await auditLedger(market.owner)), ...(await auditMarket(market.owner))]
    findings.push(...found.map(({ rule, subject, detail }) => `${at}: ${rule}: ${subject}: ${detail}`))
  }
  const step = async (says: string) => {
    await work(market)
    await look(says)
    onStep(says)
  }
  try {
    const day = await openDay(market, { buys, handOvers, chance })
    await step('paid')
    await market.moveTo(MORNING)
    await step('settled')
    const short = await bringGoods(market, day, SHORT)
    await step('ready')
    // Nobody comes before what is missing can no longer be corrected.
    await market.moveTo(new Date(MORNING.getTime() + HOUR / 2))
    await step('shared out')
    const counter: Counter = { market, day, chance, findings }
    const absentees = Math.max(1, Math.round(handOvers * NO_SHOWS))
    const absent = new Set(chance.some(day.shares, absentees).map(({ orderId }) => orderId))
    const coming = day.shares.filter(({ orderId }) => !absent.has(orderId))
    const served: Served = { takes: 0, wrong: 0, twice: 0, milliseconds: [] }
    const hours = Math.min(OPEN_HOURS, Math.ceil(coming.length / LEAST_AN_HOUR))
    for (let hour = 0; hour < hours; hour += 1) {
      await market.moveTo(new Date(MORNING.getTime() + (hour + 1) * HOUR))
      await handOut(counter, { shares: coming.filter((_, index) => index % hours === hour), served })
      await step(`hour ${hour + 1} of ${hours}`)
    }
    const claims = await claimSome(counter, coming)
    if (options.mistake) await options.mistake(market)
    const evening = market.now().getTime()
    for (const days of LATER) {
      await market.moveTo(new Date(evening + days * 24 * HOUR))
      await decideLots(counter)
      await step(`${days} days later`)
    }
    const end = await readDayEnd(market.owner)
    return {
      wish: { seed, buys, handOvers },
      served,
      claims,
      short,
      end,
      looks,
      findings: [...findings, ...end.faults],
    }
  } finally {
    await market.close()
  }
}

/** The jobs that time starts, again and again until they find nothing to do: each takes a batch at a time. */
async function work(market: SimulatedMarket): Promise<void> {
  const { database, owner } = market
  await market.work()
  await keepClaims(database, SITE)
  await carryOutShortfalls(database, SITE)
  for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
    await tellOfCodes({ database, codes: testCodes, siteUrl: SITE })
    await releaseHandOvers(database)
    const { rows } = await owner.query<{ left: number }>(LEFT_TO_DO)
    const now = rows[0]?.left ?? 0
    // What stays the same is no work: the end of the day says what it is.
    left = now < left ? now : 0
  }
}

const LEFT_TO_DO = `
  select (select count(*) from public.hand_overs h where h.status = 'done' and h.released_at is null and h.claim_until <= now() and not public.has_open_claim(h.id))::integer
    + (select count(*) from public.hand_overs h where h.status = 'open' and not exists
      (select from codes.codes c where c.hand_over_id = h.id and c.told_at is not null))::integer as left`

/** The line to the gateway holds: what goes wrong there is the simulated month's to try. */
const calm = (chance: Chance): Chance => ({ ...chance, next: () => 0.99 })
