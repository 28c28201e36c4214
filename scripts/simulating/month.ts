import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import type { Fault } from '#database/audit/run-checks.ts'
import { chanceOf } from '#database/seed/chance.ts'
import { buyerActs } from './buyer-acts.ts'
import { castOf } from './cast.ts'
import { openDiary } from './diary.ts'
import { type MonthFigures, readFigures } from './figures.ts'
import { openSimulatedMarket, type SimulatedMarket } from './open-market.ts'
import { seededIds } from './seeded-ids.ts'
import { vendorActs } from './vendor-acts.ts'

export interface MonthWish {
  seed: number
  days: number
  buyers: number
  vendors: number
  buys: number
}

interface MonthOptions extends MonthWish {
  /** The owner of an empty database, a superuser. */
  connectionString: string
  authenticatorPassword: string
  onStep?(step: Step): void
  mistake?: Mistake
}

/** What somebody writes around the product: the audit must see it. */
export interface Mistake {
  /** Made at this hour, or at the first one after it that has a row for it. */
  hour: number
  /** Answers how many rows it changed. */
  make(market: SimulatedMarket): Promise<number>
}

export interface Step {
  hour: number
  hours: number
  at: Date
  acts: number
}

export interface Month {
  wish: MonthWish
  steps: number
  acts: number
  figures: MonthFigures
}

/** The audit found something: with the same seed, the same step finds it again. */
export class MonthBroken extends Error {
  readonly findings: readonly Fault[]
  constructor(wish: MonthWish, hour: number, findings: readonly Fault[]) {
    const told = findings.slice(0, 10).map(({ rule, subject, detail }) => `  ${rule}: ${subject}: ${detail}`)
    const place = `after hour ${hour} (day ${Math.floor(hour / 24) + 1}, ${hour % 24}:00) of seed ${wish.seed}`
    super(`The audit found ${findings.length} faults ${place}:\n${told.join('\n')}`)
    this.findings = findings
  }
}

/** The first morning of every simulated month, 7:00 in Lagos. */
const FROM = new Date('2026-03-02T06:00:00Z')
const HOUR = 3_600_000
/** People rest, and what is on the line between market and gateway arrives. */
const CLOSING_HOURS = 12

/** A month of the market, hour by hour: what people do, what jobs do, and after each hour the audit. */
export async function simulateMonth(options: MonthOptions): Promise<Month> {
  const { seed, days, buyers, vendors, buys } = options
  const wish: MonthWish = { seed, days, buyers, vendors, buys }
  const giveBackIds = seededIds(seed)
  const market = await openSimulatedMarket({ ...options, from: FROM, chance: chanceOf(`line ${seed}`) })
  try {
    const cast = await castOf(market, { buyers, vendors, chance: chanceOf(`cast ${seed}`) })
    const diary = openDiary()
    const play = { market, cast, diary, chance: chanceOf(`acts ${seed}`) }
    vendorActs({ ...play, days, buys, from: FROM, onOpen: buyerActs(play) })
    const hours = days * 24 + CLOSING_HOURS
    let { mistake } = options
    for (let hour = 0; hour < hours; hour += 1) {
      const until = new Date(FROM.getTime() + (hour + 1) * HOUR)
      if (hour < days * 24) await diary.actUntil(until, market)
      await market.moveTo(until)
      await market.work()
      if (mistake && hour >= mistake.hour && (await mistake.make(market)) > 0) mistake = undefined
      // Nobody else gathers figures on a clock that jumps; without them the audit reads every row for every other.
      if (hour % 24 === 12) await market.caused('operator', 'analyze')
      const findings = [...(await auditLedger(market.owner)), ...(await auditMarket(market.owner))]
      if (findings.length > 0) throw new MonthBroken(wish, hour, findings)
      options.onStep?.({ hour: hour + 1, hours, at: until, acts: diary.done() })
    }
    if (mistake) throw new Error(`No hour from ${mistake.hour} on had a row for the mistake, so nothing was planted`)
    return { wish, steps: hours, acts: diary.done(), figures: await readFigures(market) }
  } finally {
    await market.close()
    giveBackIds()
  }
}
