import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import type { Finding } from '#database/audit/run-checks.ts'
import { seededChance } from '#database/seed/chance.ts'
import { type MonthFigures, readFigures } from '../figures.ts'
import { openSimulatedMarket, type SimulatedMarket } from '../open-market.ts'
import { createParticipants } from '../participants.ts'
import { buyerActs } from './buyer-acts.ts'
import { seedRandomUuids } from './random-uuids.ts'
import { createSchedule } from './schedule.ts'
import { vendorActs } from './vendor-acts.ts'

export interface MonthSettings {
  seed: number
  days: number
  buyers: number
  vendors: number
  buys: number
}

interface MonthOptions extends MonthSettings {
  /** The owner of an empty database, a superuser. */
  connectionString: string
  authenticatorPassword: string
  onStep?(step: MonthProgress): void
  mistake?: PlantedMistake
}

/** A write that bypasses the product, which the audit must find. */
export interface PlantedMistake {
  /** Planted at this hour, or at the first later one with a matching row. */
  hour: number
  /** Returns how many rows it changed. */
  make(market: SimulatedMarket): Promise<number>
}

export interface MonthProgress {
  hour: number
  hours: number
  at: Date
  acts: number
}

export interface Month {
  settings: MonthSettings
  steps: number
  acts: number
  figures: MonthFigures
}

/** The audit has findings; the same seed reproduces them in the same hour. */
export class AuditFailed extends Error {
  readonly findings: readonly Finding[]
  constructor(settings: MonthSettings, hour: number, findings: readonly Finding[]) {
    const lines = findings.slice(0, 10).map(({ rule, subject, detail }) => `  ${rule}: ${subject}: ${detail}`)
    const place = `after hour ${hour} (day ${Math.floor(hour / 24) + 1}, ${hour % 24}:00) of seed ${settings.seed}`
    super(`The audit found ${findings.length} violations ${place}:\n${lines.join('\n')}`)
    this.findings = findings
  }
}

/** Start of every simulated month: 7:00 in Lagos. */
const START = new Date('2026-03-02T06:00:00Z')
const HOUR = 3_600_000
/** Hours without acts at the end, in which pending gateway events arrive. */
const CLOSING_HOURS = 12

/**
 * Simulates a month of the market hour by hour: people's acts, jobs, and the audit after each hour. Throws AuditFailed.
 */
export async function simulateMonth(options: MonthOptions): Promise<Month> {
  const { seed, days, buyers, vendors, buys } = options
  const settings: MonthSettings = { seed, days, buyers, vendors, buys }
  const restoreUuids = seedRandomUuids(seed)
  const market = await openSimulatedMarket({ ...options, from: START, chance: seededChance(`line ${seed}`) })
  try {
    const participants = await createParticipants(market, { buyers, vendors, chance: seededChance(`cast ${seed}`) })
    const schedule = createSchedule()
    const simulation = { market, participants, schedule, chance: seededChance(`acts ${seed}`) }
    vendorActs({ ...simulation, days, buys, from: START, onOpen: buyerActs(simulation) })
    const hours = days * 24 + CLOSING_HOURS
    let { mistake } = options
    for (let hour = 0; hour < hours; hour += 1) {
      const until = new Date(START.getTime() + (hour + 1) * HOUR)
      if (hour < days * 24) await schedule.runUntil(until, market)
      await market.moveTo(until)
      await market.work()
      if (mistake && hour >= mistake.hour && (await mistake.make(market)) > 0) mistake = undefined
      // Autovacuum does not run on a clock that jumps; without statistics the audit uses nested loops over whole
      // tables.
      if (hour % 24 === 12) await market.queryAs('operator', 'analyze')
      const findings = [...(await auditLedger(market.owner)), ...(await auditMarket(market.owner))]
      if (findings.length > 0) throw new AuditFailed(settings, hour, findings)
      options.onStep?.({ hour: hour + 1, hours, at: until, acts: schedule.done() })
    }
    if (mistake) throw new Error(`No hour from ${mistake.hour} on had a row for the mistake, so nothing was planted`)
    return { settings, steps: hours, acts: schedule.done(), figures: await readFigures(market) }
  } finally {
    await market.close()
    restoreUuids()
  }
}
