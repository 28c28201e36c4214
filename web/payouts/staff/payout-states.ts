import type { PayoutState } from '#domain/payouts/states.ts'
import { payoutTroubleTexts } from '#domain/payouts/trouble-texts.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

/** States of a payout in the words of staff. */
export const payoutStateTexts: Readonly<Record<PayoutState, string>> = {
  requested: 'About to be sent',
  sent: 'On its way',
  needs_attention: 'Stuck',
  arrived: 'Arrived',
  failed: 'Came back',
  reversed: 'Returned by the bank',
}

export const payoutStateText = (status: string): string => payoutStateTexts[status as PayoutState] ?? status

interface PayoutStanding {
  status: string
  trouble: string | null
}

export function payoutTone({ status, trouble }: PayoutStanding): BadgeTone {
  if (status === 'needs_attention' || trouble === 'contradiction') return 'urgent'
  if (status === 'failed' || status === 'reversed') return 'warm'
  return status === 'arrived' ? 'good' : 'plain'
}

/** Why a payout is stuck or came back. */
export function payoutReason({ status, trouble }: PayoutStanding): string {
  if (trouble) return payoutTroubleTexts[trouble as keyof typeof payoutTroubleTexts] ?? trouble
  if (status === 'requested') return 'It has not been sent for more than a day.'
  if (status === 'sent') return 'The bank has not confirmed it for more than a day.'
  return status === 'reversed' ? 'The bank returned it after it had arrived.' : 'The bank did not accept it.'
}

/** Whether a chief may have the gateway asked again; what came back is in the shop's balance. */
export const mayAskAgain = (status: string): boolean =>
  ['requested', 'sent', 'needs_attention', 'arrived'].includes(status)
