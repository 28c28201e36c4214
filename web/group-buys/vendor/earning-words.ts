import type { BadgeTone } from '#web/ui/badge.tsx'
import type { Earning } from './earning-queries.ts'

/** How far an order's money has come, for its vendor. */
export const earningWords: Record<Earning['standing'], { label: string; tone: BadgeTone }> = {
  unpaid: { label: 'Not paid yet', tone: 'plain' },
  held: { label: 'Held until hand-over', tone: 'warm' },
  partly: { label: 'Part released', tone: 'warm' },
  released: { label: 'Released to you', tone: 'good' },
  charge: { label: 'Late charge, released to you', tone: 'good' },
  none: { label: 'Ended, nothing earned', tone: 'plain' },
}
