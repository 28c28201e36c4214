// A standing order: the same in every round of a cycle, asked for or joined at once (docs/decisions/0144). It never pays.
import { checkFields, naira, oneOf, uuid, wholeNumber } from '#domain/forms/validation.ts'
import type { Join } from '#domain/group-buys/participants/joining.ts'
import type { Refusal } from '#domain/refusal.ts'
import { refuseFrom } from '#domain/refusals/refuse-from.ts'
import { cycleRefusals } from './refusals.ts'

const refuse = refuseFrom(cycleRefusals)

const STANDING_MODES = ['ask', 'join'] as const
export type StandingMode = (typeof STANDING_MODES)[number]

const MAX_UNITS = 1_000_000
/** ₦100,000,000, the largest sum that a round may cost. */
const MAX_KOBO = 10_000_000_000n

/** Rounds in a row that may expire without a payment; then the standing order is paused. */
const UNPAID_ROUNDS = 2

export const checkStandingOrder = (raw: Readonly<Record<string, unknown>>) =>
  checkFields(raw, {
    cycle_id: uuid('Cycle'),
    quantity: wholeNumber({ label: /*i18n*/ 'The quantity', min: 1, max: MAX_UNITS }),
    most: naira({ label: /*i18n*/ 'The most you pay', maxKobo: MAX_KOBO }),
    mode: oneOf({ label: /*i18n*/ 'way to order', among: STANDING_MODES }),
  })

interface Standing {
  mode: StandingMode
  skipsNext: boolean
  /** Rounds in a row, up to the last, that expired without a payment. */
  unpaidRounds: number
}

/** How a round that has opened is served. With payment on joining the place is held for minutes only, so the buyer is asked. */
export function servingOf(
  { mode, skipsNext, unpaidRounds }: Standing,
  { paymentMode }: { paymentMode: string },
): 'pause' | 'skip' | 'ask' | 'join' {
  if (unpaidRounds >= UNPAID_ROUNDS) return 'pause'
  if (skipsNext) return 'skip'
  return mode === 'join' && paymentMode !== 'pay_to_join' ? 'join' : 'ask'
}

/** Why the market does not join for the buyer: they are in the round already, or it costs more than they agreed to. */
export function standingFault(
  { kind, amountDueKobo }: Pick<Join, 'kind' | 'amountDueKobo'>,
  mostKobo: bigint,
): Refusal | null {
  if (kind !== 'new') return refuse('already_in_round')
  return amountDueKobo > mostKobo ? refuse('round_too_dear') : null
}
