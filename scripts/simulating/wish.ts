import { parseArgs } from 'node:util'
import type { MonthWish } from './month.ts'

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

Ends with 1 at the first finding of the audit, with the seed and the hour, or if the sums do not add up.`

/** Null: the help is wanted. */
export function readWish(args: readonly string[]): Wish | null {
  const { values } = parsed(args)
  if (values.help) return null
  const wish = wishOf(values)
  return { ...wish, out: values.out ?? `build/simulation/month-${wish.seed}.html` }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true })
  } catch (error) {
    throw new WishFault(
      `${error instanceof Error ? error.message : error}\nnpm run simulate -- --help lists the options.`,
    )
  }
}

const number = { type: 'string' } as const
const OPTIONS = {
  ...{ seed: number, days: number, buyers: number, vendors: number, buys: number, out: number },
  help: { type: 'boolean' },
} as const

function wishOf(values: Partial<Record<keyof MonthWish, string>>): MonthWish {
  const whole = (name: keyof MonthWish, usual: number, least = 1): number => {
    const wanted = Number(values[name] ?? usual)
    if (!Number.isSafeInteger(wanted) || wanted < least)
      throw new WishFault(`--${name} is a whole number from ${least}.`)
    return wanted
  }
  return {
    ...{ seed: whole('seed', 1, 0), days: whole('days', 30), buyers: whole('buyers', 200) },
    ...{ vendors: whole('vendors', 20), buys: whole('buys', 60) },
  }
}
