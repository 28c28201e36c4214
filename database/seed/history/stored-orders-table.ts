import { demoId } from '../ids.ts'

interface StoredOrder {
  buyer: string
  food: string
  units: number
  readyDaysAgo: number
  /** Stockpiled at the hub for two weeks; otherwise to be collected there. */
  isStockpiled: boolean
  /** A partial hand-over. */
  taken?: { units: number; daysAgo: number }
  /** Reminder steps that were sent. */
  reminded: readonly string[]
  /** Uncollected after the grace period: the buyer's preferred outcome, and an unanswered call. */
  left?: { preferredOutcome: 'resale' | 'donation' | null; calledDaysAgo: number | null }
}

/** A stockpile collected in part, one near its end, and uncollected goods. */
export const STORED_ORDERS: readonly StoredOrder[] = [
  {
    buyer: 'customer',
    food: 'long-rice',
    units: 3,
    readyDaysAgo: 5,
    isStockpiled: true,
    reminded: [],
    taken: { units: 1, daysAgo: 1.2 },
  },
  {
    buyer: 'buyer12',
    food: 'long-rice',
    units: 2,
    readyDaysAgo: 13.3,
    isStockpiled: true,
    reminded: ['day-7', 'day-11', 'day-13'],
  },
  {
    buyer: 'buyer21',
    food: 'long-rice',
    units: 4,
    readyDaysAgo: 21,
    isStockpiled: true,
    reminded: ['day-7', 'day-11', 'day-13', 'over', 'undecided'],
    left: { preferredOutcome: null, calledDaysAgo: 1 },
  },
  {
    buyer: 'buyer16',
    food: 'long-rice',
    units: 1,
    readyDaysAgo: 16,
    isStockpiled: false,
    reminded: ['last-day', 'over', 'undecided'],
    left: { preferredOutcome: 'resale', calledDaysAgo: null },
  },
  {
    buyer: 'buyer30',
    food: 'tomatoes',
    units: 1,
    readyDaysAgo: 7,
    isStockpiled: false,
    reminded: ['last-day', 'undecided'],
    left: { preferredOutcome: null, calledDaysAgo: null },
  },
]

export const storedCheckoutId = (buyer: string, food: string): string => demoId('checkout', `kept ${buyer} ${food}`)
