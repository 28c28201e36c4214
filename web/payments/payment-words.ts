import type { BadgeTone } from '#web/ui/badge.tsx'

interface Told {
  status: string
  trouble: string | null
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

type Standing = 'paid' | 'checked' | 'failed' | 'goes-back' | 'looked-at'

function standing({ status, trouble, refunds }: Told): Standing {
  if (trouble === 'currency' || trouble === 'test_money' || trouble === 'reversed') return 'looked-at'
  if (status === 'succeeded') return trouble && refunds.length > 0 ? 'goes-back' : 'paid'
  return status === 'initiated' || status === 'pending' ? 'checked' : 'failed'
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
