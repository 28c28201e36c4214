import type { Audience } from '#domain/group-buys/selling/broadcasts.ts'

const audienceTexts: Record<Audience, string> = {
  everybody: 'Everybody in it',
  unpaid: 'Those who have not paid',
  paid: 'Those who have paid',
}

export const audienceText = (audience: string): string => audienceTexts[audience as Audience] ?? audience

interface Counters {
  current_participants: number
  paid_participants: number
}

/** People in each audience, as `public.buy_audience` finds them. */
export const audienceSizes = ({ current_participants: all, paid_participants: paid }: Counters) => ({
  everybody: all,
  unpaid: Math.max(0, all - paid),
  paid,
})
