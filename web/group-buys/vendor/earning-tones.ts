import type { BadgeTone } from '#web/ui/badge.tsx'
import type { Earning } from './earning-queries.ts'

export const earningTones: Record<Earning['standing'], BadgeTone> = {
  unpaid: 'plain',
  held: 'warm',
  partly: 'warm',
  released: 'good',
  charge: 'good',
  none: 'plain',
}
