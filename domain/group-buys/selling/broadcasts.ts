// Messages of a shop to the people in one of its group buys. `public.guard_broadcast` enforces the same rules.
import { productRefusals } from '#domain/products/refusals.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time/calendar.ts'
import { formatMoment } from '#domain/time/date-text.ts'
import { buyRefusals } from '../refusals.ts'
import { sellingRefusals } from './refusals.ts'

export const AUDIENCES = ['everybody', 'unpaid', 'paid'] as const
export type Audience = (typeof AUDIENCES)[number]

export const MAX_BROADCAST_LENGTH = 500
export const broadcastLimit = { most: 3, perMs: DAY_MS, pauseMs: 10 * MINUTE_MS } as const

const refuse = refuseFrom(buyRefusals, sellingRefusals, productRefusals)

interface AddressedBuy {
  status: string
  paymentMode: string
}

/** Groups of people who can be told apart in a buy now: payments do that until the due time. */
export function audiencesOf({ status, paymentMode }: AddressedBuy): readonly Audience[] {
  if (['active', 'closed'].includes(status) && paymentMode === 'reserve') return AUDIENCES
  return ['active', 'closed', 'settling', 'confirmed', 'ready'].includes(status) ? ['everybody'] : []
}

interface BroadcastFacts {
  buy: AddressedBuy
  isShopActive: boolean
  /** Somebody is in the audience. */
  hasRecipients: boolean
  /** Times of the last messages about this buy. */
  sentAt: readonly Date[]
  now: Date
}

/** Why a message cannot be sent; null if it can. */
export function broadcastFault(audience: Audience, facts: BroadcastFacts): Refusal | null {
  const { buy, isShopActive, hasRecipients, sentAt, now } = facts
  if (!isShopActive) return refuse('shop_is_suspended')
  if (!audiencesOf(buy).includes(audience)) return refuse('audience_unknown')
  if (!hasRecipients) return refuse('audience_empty')
  const next = nextBroadcastAt(sentAt, now)
  if (next === null) return null
  const isFull =
    sentAt.filter((at) => now.getTime() - at.getTime() < broadcastLimit.perMs).length >= broadcastLimit.most
  const code = isFull ? 'broadcasts_used_up' : 'broadcast_too_soon'
  return refuse(code, { message: `${sellingRefusals.conflict[code]} You can write again on ${formatMoment(next)}.` })
}

/** When the next message may be sent, by the times of the last ones; null for now. */
export function nextBroadcastAt(sentAt: readonly Date[], now: Date): Date | null {
  const times = sentAt.map((at) => at.getTime()).sort((a, b) => b - a)
  const [last = 0] = times
  const oldest = times[broadcastLimit.most - 1] ?? 0
  const next = Math.max(last + broadcastLimit.pauseMs, oldest + broadcastLimit.perMs)
  return next > now.getTime() ? new Date(next) : null
}

/** Text to send to people who have not paid; the vendor may change it. */
export const unpaidText = (product: string, paymentDueAt: Date): string =>
  `Payment for ${product} is due on ${formatMoment(paymentDueAt)}. Please pay on its page before then, so that you keep your place and we can go ahead.`
