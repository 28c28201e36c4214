import type { I18n } from '@lingui/core'
import type { BadgeTone } from '#web/ui/badge.tsx'

interface PaymentFacts {
  status: string
  trouble: string | null
  cancelled_at: string | null
  /** When its page at the gateway was left without paying. */
  left_at: string | null
  refunds: readonly unknown[]
}

/** The state of a payment in the payer's words: texts to be translated with `i18n.t`. */
export const paymentText = (payment: PaymentFacts): PaymentText => TEXTS[paymentStage(payment)]

interface PaymentText {
  title: string
  tone: BadgeTone
  badge: string
  text: string
}

type PaymentStage = 'paid' | 'checked' | 'left' | 'cancelled' | 'failed' | 'goes-back' | 'looked-at'

function paymentStage({ status, trouble, refunds, cancelled_at, left_at }: PaymentFacts): PaymentStage {
  if (trouble === 'currency' || trouble === 'test_money' || trouble === 'reversed') return 'looked-at'
  if (status === 'succeeded') return trouble && refunds.length > 0 ? 'goes-back' : 'paid'
  if (status !== 'initiated' && status !== 'pending') return 'failed'
  if (cancelled_at) return 'cancelled'
  return left_at ? 'left' : 'checked'
}

const TEXTS: Record<PaymentStage, PaymentText> = {
  paid: {
    title: /*i18n*/ 'Paid',
    tone: 'good',
    badge: /*i18n*/ 'Paid',
    text: /*i18n*/ 'We hold your money until sharing day. You will hear from us at every step.',
  },
  checked: {
    title: /*i18n*/ 'We are checking your payment',
    tone: 'warm',
    badge: /*i18n*/ 'Not confirmed yet',
    text: /*i18n*/ 'A bank transfer can take some minutes. You can close this page: we keep asking the bank, and we will tell you.',
  },
  left: {
    title: /*i18n*/ 'Not paid yet',
    tone: 'plain',
    badge: /*i18n*/ 'Not paid yet',
    text: /*i18n*/ 'You left the payment page before you had paid. We have received nothing.',
  },
  cancelled: {
    title: /*i18n*/ 'Payment cancelled',
    tone: 'plain',
    badge: /*i18n*/ 'Cancelled',
    text: /*i18n*/ 'You can change your order again. If money from this payment still comes in, it pays for the order if you have not changed it. If you have, it goes back to you.',
  },
  failed: {
    title: /*i18n*/ 'Not paid',
    tone: 'plain',
    badge: /*i18n*/ 'Not paid',
    text: /*i18n*/ 'The payment did not go through. Nothing was taken, and you can try again.',
  },
  'goes-back': {
    title: /*i18n*/ 'Your money is on its way back',
    tone: 'info',
    badge: /*i18n*/ 'Coming back',
    text: /*i18n*/ 'What came in did not match what was due, so we are sending it back. You need not do anything.',
  },
  'looked-at': {
    title: /*i18n*/ 'Our staff are looking at this payment',
    tone: 'warm',
    badge: /*i18n*/ 'With our staff',
    text: /*i18n*/ 'Something about it is unusual. Our staff will write to you.',
  },
}

interface ContributionPayment {
  contribution: { month: number; circle: { id: string; name: string } }
}

/** "Ajo: Year-end basket, month 3" */
export const contributionText = (i18n: I18n, { contribution: { month, circle } }: ContributionPayment): string =>
  i18n.t('Ajo: {circle}, month {month}', { circle: circle.name, month })
