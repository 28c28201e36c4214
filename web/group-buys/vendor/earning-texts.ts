import type { BadgeTone } from '#web/ui/badge.tsx'
import type { Earning } from './earning-queries.ts'

/** Labels for the state of an order's money, for its vendor. */
export const earningTexts: Record<Earning['standing'], { label: string; tone: BadgeTone }> = {
  unpaid: { label: 'Not paid yet', tone: 'plain' },
  held: { label: 'Held until hand-over', tone: 'warm' },
  partly: { label: 'Part released', tone: 'warm' },
  released: { label: 'Released to you', tone: 'good' },
  charge: { label: 'Late charge, released to you', tone: 'good' },
  none: { label: 'Ended, nothing earned', tone: 'plain' },
}
