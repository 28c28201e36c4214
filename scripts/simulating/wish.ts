import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { MonthWish } from './month.ts'
import type { DayWish } from './sharing-day.ts'

/** What somebody typed behind `npm run simulate --`. */
interface Wish extends MonthWish {
  /** Where the report goes. */
  out: string
}

export class WishFault extends Error {}

export const HELP = `npm run simulate -- [options]

A month of the market on a database of its own that is thrown away afterwards: the real commands, jobs and
local gateway, a clock that is moved, faults on the line, and the audit after each hour. The same seed gives
the same month.

  --seed N      which month (1)
  --days N      how long (30)
  --buyers N    how many people buy (200)
  --vendors N   how many shops sell (20)
  --buys N      how many group buys open (60)
  --out FILE    where the report goes (build/simulation/month-<seed>.html); its figures go beside it as JSON
  --help        this text

npm run simulate -- sharing-day [options]

A sharing day at a hub: what is paid for is counted, made ready, handed out by three scanners at once and
released to vendors when nobody can claim any more. Some of it comes short, some is never collected.

  --seed N        which day (1)
  --buys N        how many group buys are shared out (40)
  --hand-overs N  how many shares are ready (1200)

Ends with 1 at the first finding of the audit, with the seed and the hour, or if the sums do not add up; a day,
if anything does not.`

/** Null: the help is wanted. */
export function readWish(args: readonly string[]): Wish | null {
  const { values } = parsed(args, OPTIONS)
  if (values.help) return null
  const wish = wishOf(values)
  return { ...wish, out: values.out ?? `build/simulation/month-${wish.seed}.html` }
}

/** Null: the help is wanted. */
export function readDayWish(args: readonly string[]): DayWish | null {
  const { values } = parsed(args, DAY_OPTIONS)
  if (values.help) return null
  const wish = {
    seed: whole(values, 'seed', 1, 0),
    buys: whole(values, 'buys', 40),
    handOvers: whole(values, 'hand-overs', 1200),
  }
  if (wish.handOvers < wish.buys * 2) throw new WishFault('--hand-overs is at least twice --buys.')
  return wish
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

function parsed<Options extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, strict: true })
  } catch (error) {
    throw new WishFault(
      `${error instanceof Error ? error.message : error}\nnpm run simulate -- --help lists the options.`,
    )
  }
}

type Values = Partial<Record<string, string | boolean>>

function whole(values: Values, name: string, usual: number, least = 1): number {
  const wanted = Number(values[name] ?? usual)
  if (!Number.isSafeInteger(wanted) || wanted < least) throw new WishFault(`--${name} is a whole number from ${least}.`)
  return wanted
}

const wishOf = (values: Values): MonthWish => ({
  seed: whole(values, 'seed', 1, 0),
  days: whole(values, 'days', 30),
  buyers: whole(values, 'buyers', 200),
  vendors: whole(values, 'vendors', 20),
  buys: whole(values, 'buys', 60),
})
