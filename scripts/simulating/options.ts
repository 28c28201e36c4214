import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { MonthSettings } from './month/month.ts'
import type { DaySettings } from './sharing-day/sharing-day.ts'

/** Command line options of `npm run simulate`. */
interface MonthArguments extends MonthSettings {
  /** Path of the report. */
  out: string
}

export class OptionsFault extends Error {}

export const HELP = `npm run simulate -- [options]

Simulates a month of the market on a temporary database: the real commands, jobs and local gateway, a
simulated clock, network faults, and the audit after each hour. The same seed gives the same month.

  --seed N      random seed (1)
  --days N      length in days (30)
  --buyers N    number of buyers (200)
  --vendors N   number of shops (20)
  --buys N      number of group buys (60)
  --out FILE    the report (build/simulation/month-<seed>.html); its figures are written next to it as JSON
  --help        this text

npm run simulate -- sharing-day [options]

Simulates a sharing day at a hub: paid goods are counted, made ready, handed out by three scanners at once
and released to vendors after the claim period. Some come short, some are never collected.

  --seed N        random seed (1)
  --buys N        number of group buys that are shared (40)
  --hand-overs N  number of shares that are ready (1200)

A month exits with 1 at the first finding of the audit, with the seed and the hour, or if the sums do not add
up; a day exits with 1 if there is any finding.`

/** The options of a month; null for --help. Throws OptionsFault. */
export function readMonthOptions(args: readonly string[]): MonthArguments | null {
  const { values } = parseOptions(args, OPTIONS)
  if (values.help) return null
  const settings = monthSettings(values)
  return { ...settings, out: values.out ?? `build/simulation/month-${settings.seed}.html` }
}

/** The options of a sharing day; null for --help. Throws OptionsFault. */
export function readDayOptions(args: readonly string[]): DaySettings | null {
  const { values } = parseOptions(args, DAY_OPTIONS)
  if (values.help) return null
  const settings = {
    seed: readInteger(values, 'seed', 1, 0),
    buys: readInteger(values, 'buys', 40),
    handOvers: readInteger(values, 'hand-overs', 1200),
  }
  if (settings.handOvers < settings.buys * 2) throw new OptionsFault('--hand-overs is at least twice --buys.')
  return settings
}

const number = { type: 'string' } as const
const OPTIONS = {
  seed: number,
  days: number,
  buyers: number,
  vendors: number,
  buys: number,
  out: number,
  help: { type: 'boolean' },
} as const
const DAY_OPTIONS = { seed: number, buys: number, 'hand-overs': number, help: { type: 'boolean' } } as const

function parseOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true })
  } catch (error) {
    throw new OptionsFault(
      `${error instanceof Error ? error.message : error}\nnpm run simulate -- --help lists the options.`,
    )
  }
}

type Values = Partial<Record<string, string | boolean>>

function readInteger(values: Values, name: string, fallback: number, min = 1): number {
  const value = Number(values[name] ?? fallback)
  if (!Number.isSafeInteger(value) || value < min) throw new OptionsFault(`--${name} is an integer of at least ${min}.`)
  return value
}

const monthSettings = (values: Values): MonthSettings => ({
  seed: readInteger(values, 'seed', 1, 0),
  days: readInteger(values, 'days', 30),
  buyers: readInteger(values, 'buyers', 200),
  vendors: readInteger(values, 'vendors', 20),
  buys: readInteger(values, 'buys', 60),
})
