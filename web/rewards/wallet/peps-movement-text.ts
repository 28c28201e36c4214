import type { I18n } from '@lingui/core'

interface MovementFacts {
  kind: string | null
  order_no: number | null
  what: string | null
  is_held: boolean | null
}

/** A PEPS movement in the user's words. */
export function pepsMovementText(i18n: I18n, { kind, order_no, what, is_held }: MovementFacts): string {
  const { named, bare } = (is_held ? SET_ASIDE : TEXTS[kind ?? '']) ?? RECORDED
  if (order_no === null) return i18n.t(bare)
  return i18n.t(named, { order: what ? `${order_no}, ${what}` : String(order_no) })
}

interface MovementText {
  /** The text with the order's number and its goods. */
  named: string
  bare: string
}

const always = (bare: string): MovementText => ({ named: bare, bare })

const SET_ASIDE: MovementText = {
  named: /*i18n*/ 'Set aside for order {order}, until its payment is done',
  bare: /*i18n*/ 'Set aside for an order, until its payment is done',
}

const RECORDED = always(/*i18n*/ 'Recorded')

const FROM_RESALE: MovementText = {
  named: /*i18n*/ 'From the sale of goods that you did not collect, order {order}',
  bare: /*i18n*/ 'From the sale of goods that you did not collect',
}

const TEXTS: Readonly<Record<string, MovementText>> = {
  referral_reward: always(/*i18n*/ 'Earned: somebody you referred bought something'),
  reward_taken_back: always(/*i18n*/ 'Taken back: the order that earned it was refunded'),
  reward_paid_off: always(/*i18n*/ 'Paid back: a reward that was taken back after you had spent it'),
  returned_as_peps: {
    named: /*i18n*/ 'Came back from order {order}',
    bare: /*i18n*/ 'Came back from an order',
  },
  return_taken_as_peps: {
    named: /*i18n*/ 'A refund that you took as PEPS, order {order}',
    bare: /*i18n*/ 'A refund that you took as PEPS',
  },
  resale_as_peps: FROM_RESALE,
  cash_resale_as_peps: FROM_RESALE,
  peps_spent: {
    named: /*i18n*/ 'Spent on order {order}',
    bare: /*i18n*/ 'Spent on an order',
  },
}
