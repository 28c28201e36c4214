import { idOf } from './ids.ts'

interface Kept {
  buyer: string
  food: string
  units: number
  readyDaysAgo: number
  /** Left at the hub for two weeks; otherwise to be collected there. */
  isStockpiled: boolean
  /** Units that were collected, and how many days ago. */
  taken?: { units: number; daysAgo: number }
  /** Reminders that were sent. */
  reminded: readonly string[]
  /** Grace is over: what its buyer has agreed to, and a call that nobody answered. */
  left?: { wish: 'resale' | 'donation' | null; calledDaysAgo: number | null }
}

/** A stockpile of which a part was taken, one near its end, and goods that nobody came for. */
export const KEPT: readonly Kept[] = [
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
    left: { wish: null, calledDaysAgo: 1 },
  },
  {
    buyer: 'buyer16',
    food: 'long-rice',
    units: 1,
    readyDaysAgo: 16,
    isStockpiled: false,
    reminded: ['last-day', 'over', 'undecided'],
    left: { wish: 'resale', calledDaysAgo: null },
  },
  {
    buyer: 'buyer30',
    food: 'tomatoes',
    units: 1,
    readyDaysAgo: 7,
    isStockpiled: false,
    reminded: ['last-day', 'undecided'],
    left: { wish: null, calledDaysAgo: null },
  },
]

export const keptCheckout = (buyer: string, food: string): string => idOf('checkout', `kept ${buyer} ${food}`)
