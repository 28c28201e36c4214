import { troubleTexts } from '#domain/payments/refunds/refund-texts.ts'
import type { PaymentState } from '#domain/payments/states.ts'
import { wayLabels } from '#domain/payments/ways.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export const paymentStateTexts: Readonly<Record<PaymentState, string>> = {
  initiated: 'Begun',
  pending: 'Under way',
  succeeded: 'Paid',
  failed: 'Failed',
  abandoned: 'Not finished',
  reversed: 'Taken back by the bank',
}

const TONES: Readonly<Partial<Record<string, BadgeTone>>> = {
  initiated: 'warm',
  pending: 'warm',
  succeeded: 'good',
  reversed: 'urgent',
}

interface PaymentStanding {
  status: string | null
  trouble: string | null
}

/** The state of a payment for staff: first of all why it paid no order. */
export const paymentStateText = ({ status, trouble }: PaymentStanding): string =>
  troubleTexts[trouble ?? ''] ?? paymentStateTexts[status as PaymentState] ?? status ?? ''

export const paymentTone = ({ status, trouble }: PaymentStanding): BadgeTone =>
  trouble ? 'urgent' : (TONES[status ?? ''] ?? 'plain')

/** Ways in which a payment came in, in the gateway's words. */
export const methodLabels = {
  bank_transfer: wayLabels.bank_transfer,
  card: wayLabels.card,
  ussd: wayLabels.ussd,
  bank: 'Bank account',
  qr: 'QR code',
  mobile_money: 'Mobile money',
  peps: 'PEPS',
} as const

export const methodText = (method: string | null): string =>
  methodLabels[method as keyof typeof methodLabels] ?? method ?? 'not chosen'
