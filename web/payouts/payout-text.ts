import type { BadgeTone } from '#web/ui/badge.tsx'

interface PayoutStatus {
  status: string
  trouble: string | null
}

/** The state of a payout in a vendor's words. */
export function payoutText({ status, trouble }: PayoutStatus): { text: string; tone: BadgeTone } {
  if (status === 'failed' && trouble === 'stopped') return { text: 'Stopped, back in your balance', tone: 'plain' }
  return TEXTS[status] ?? { text: status, tone: 'plain' }
}

const TEXTS: Readonly<Record<string, { text: string; tone: BadgeTone }>> = {
  requested: { text: 'On its way to your bank', tone: 'info' },
  sent: { text: 'On its way to your bank', tone: 'info' },
  needs_attention: { text: 'Delayed, we are working on it', tone: 'warm' },
  arrived: { text: 'Arrived', tone: 'good' },
  failed: { text: 'Not paid out, back in your balance', tone: 'urgent' },
  reversed: { text: 'Returned by your bank, back in your balance', tone: 'urgent' },
}

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
