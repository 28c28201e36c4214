import type { BadgeTone } from '#web/ui/badge.tsx'

interface Told {
  status: string
  trouble: string | null
  cancelled_at: string | null
  refunds: readonly unknown[]
}

/** What became of a payment, in the payer's words. */
export const paymentWords = (payment: Told): Words => WORDS[standing(payment)]

interface Words {
  title: string
  tone: BadgeTone
  badge: string
  text: string
}

type Standing = 'paid' | 'checked' | 'cancelled' | 'failed' | 'goes-back' | 'looked-at'

function standing({ status, trouble, refunds, cancelled_at }: Told): Standing {
  if (trouble === 'currency' || trouble === 'test_money' || trouble === 'reversed') return 'looked-at'
  if (status === 'succeeded') return trouble && refunds.length > 0 ? 'goes-back' : 'paid'
  if (status !== 'initiated' && status !== 'pending') return 'failed'
  return cancelled_at ? 'cancelled' : 'checked'
}

const WORDS: Record<Standing, Words> = {
  paid: {
    title: 'Paid',
    tone: 'good',
    badge: 'Paid',
    text: 'Your money is held until sharing day. You will hear from us at every step.',
  },
  checked: {
    ...{ title: 'We are checking your payment', tone: 'warm', badge: 'Not confirmed yet' },
    text: 'Bank transfers may take some minutes. You can close this page: we keep asking the bank and tell you.',
  },
  cancelled: {
    ...{ title: 'Payment cancelled', tone: 'plain', badge: 'Cancelled' },
    text: 'Your order is free to change. If money of this payment still comes in, it pays the order if it is as it was, and goes back to you if not.',
  },
  failed: {
    title: 'Not paid',
    tone: 'plain',
    badge: 'Not paid',
    text: 'The payment did not go through. Nothing was taken, and you can try again.',
  },
  'goes-back': {
    ...{ title: 'Your money is on its way back', tone: 'info', badge: 'Goes back' },
    text: 'What came in did not match what was due, so we send it back by itself.',
  },
  'looked-at': {
    title: 'We are looking at this payment',
    tone: 'warm',
    badge: 'Being looked at',
    text: 'Something about it is unusual. Our staff look at it and write to you.',
  },
}
