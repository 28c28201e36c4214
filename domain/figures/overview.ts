import type { DayRange } from './period.ts'

/** Facts of the market that add up over days. */
interface MarketFacts {
  joins: number
  orders: number
  /** Naira. */
  goods: number
  buyer_fee_kobo: number
  vendor_fee_kobo: number
  handed_over: number
  timed: number
  on_time: number
  refund_kobo: number
  claims: number
  buys_ended: number
  buys_filled: number
  new_people: number
  new_shops: number
}

interface MarketDay extends MarketFacts {
  day: string
}

const NOTHING: MarketFacts = {
  joins: 0,
  orders: 0,
  goods: 0,
  buyer_fee_kobo: 0,
  vendor_fee_kobo: 0,
  handed_over: 0,
  timed: 0,
  on_time: 0,
  refund_kobo: 0,
  claims: 0,
  buys_ended: 0,
  buys_filled: 0,
  new_people: 0,
  new_shops: 0,
}

type FigureUnit = 'kobo' | 'count' | 'percent'

interface OverviewFigure {
  label: string
  rule: string
  unit: FigureUnit
  /** Null if there is nothing to take a share of. */
  value: (facts: MarketFacts) => number | null
  /** Belongs to the whole market, not to a state. */
  isWhole?: boolean
}

const share = (part: number, all: number): number | null => (all > 0 ? Math.round((1000 * part) / all) / 10 : null)

/** Figures that add up from days, in the order of the page. */
export const overviewFigures = {
  sales: {
    label: 'Sales',
    rule: 'Goods in paid orders of these days, without fees or delivery, at the final price or, until it is set, the price now.',
    unit: 'kobo',
    value: ({ goods }) => Math.round(goods * 100),
  },
  orders: { label: 'Orders', rule: 'Paid orders of these days.', unit: 'count', value: ({ orders }) => orders },
  joins: {
    label: 'Joins',
    rule: 'Orders in group buys of these days, paid or not.',
    unit: 'count',
    value: ({ joins }) => joins,
  },
  fill: {
    label: 'Group buys filled',
    rule: 'Share of the group buys whose last day was in these days that came about.',
    unit: 'percent',
    value: (facts) => share(facts.buys_filled, facts.buys_ended),
  },
  buyer_fees: {
    label: 'Fees of buyers',
    rule: 'Buyers’ fees in paid orders of these days.',
    unit: 'kobo',
    value: (facts) => facts.buyer_fee_kobo,
  },
  vendor_fees: {
    label: 'Fees of vendors',
    rule: 'Vendors’ fees in paid orders of these days.',
    unit: 'kobo',
    value: (facts) => facts.vendor_fee_kobo,
  },
  refunds: {
    label: 'Refunds',
    rule: 'Money that became due back to buyers in these days, to their banks or as PEPS.',
    unit: 'kobo',
    value: (facts) => facts.refund_kobo,
  },
  claims: {
    label: 'Claims',
    rule: 'Claims opened in these days for every hundred orders handed over.',
    unit: 'percent',
    value: (facts) => share(facts.claims, facts.handed_over),
  },
  on_time: {
    label: 'On time',
    rule: 'Share of the completed orders handed over in these days that were handed over within 24 hours of being ready. Stockpiled orders do not count.',
    unit: 'percent',
    value: (facts) => share(facts.on_time, facts.timed),
  },
  new_shops: { label: 'New shops', rule: 'Shops that applied.', unit: 'count', value: (facts) => facts.new_shops },
  new_people: {
    label: 'New people',
    rule: 'People who signed up.',
    unit: 'count',
    value: (facts) => facts.new_people,
    isWhole: true,
  },
} as const satisfies Record<string, OverviewFigure>

export type DayFigure = keyof typeof overviewFigures

/** Figures that do not add up from days: people count once, and a balance is a balance. */
export const standingFigures = {
  active: {
    label: 'Active people',
    rule: 'People who signed in or ordered in these days, each once.',
    unit: 'count',
  },
  held: {
    label: 'Held',
    rule: 'Buyers’ money for goods that are not theirs yet, at the end of the last day.',
    unit: 'kobo',
  },
} as const satisfies Record<string, { label: string; rule: string; unit: FigureUnit }>

export type StandingFigure = keyof typeof standingFigures

/** The facts of a range of days, added up. */
export function addUp(days: readonly MarketDay[], { since, until }: DayRange): MarketFacts {
  const sum = { ...NOTHING }
  for (const facts of days) {
    if (facts.day < since || facts.day > until) continue
    for (const fact of Object.keys(sum) as (keyof MarketFacts)[]) sum[fact] += facts[fact]
  }
  return sum
}

export interface Comparison {
  now: number | null
  before: number | null
}

/** "+12", "+8%": the difference and, unless the figure is a share itself, its percentage. Null if there is no figure to compare. */
export function change(
  { now, before }: Comparison,
  unit: FigureUnit,
): { difference: number; percent: number | null } | null {
  if (now === null || before === null) return null
  const difference = Math.round((now - before) * 10) / 10
  const percent = unit === 'percent' || before === 0 ? null : Math.round((1000 * difference) / Math.abs(before)) / 10
  return { difference, percent }
}
