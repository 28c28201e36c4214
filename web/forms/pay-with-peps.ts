import { redirect, redirectDocument } from 'react-router'
import type { StartedPayment } from '#api/commands/payments.ts'
import { parseNaira } from '#domain/money.ts'
import { amountChangedText, isAmountAsShown } from '#domain/payments/settling/left-to-pay.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import type { SubmittedForm } from './form.ts'

type ReadAmount = { totalKobo: number; pepsKobo: number } | { fault: TranslatableText; totalKobo: number | null }

/** Reads the total and the PEPS typed into a form with `PayButton`, which stated the rest to pay in naira. */
export function readAmountToPay({ field }: SubmittedForm, totalField: string): ReadAmount {
  const typedPeps = field('peps')
  const peps = typedPeps === '' ? 0n : parseNaira(typedPeps)
  if (peps === null || peps < 0n) {
    return { fault: /*i18n*/ 'Enter PEPS as an amount, such as 1,500.', totalKobo: null }
  }
  const totalKobo = Number(field(totalField))
  if (!isAmountAsShown({ totalKobo, typedPeps, shown: field('shown_kobo') })) {
    return { fault: amountChangedText(totalKobo, typedPeps), totalKobo }
  }
  return { totalKobo, pepsKobo: Number(peps) }
}

/**
 * `/pay/:id` is not a page of this site: the server answers it with a redirect to the gateway
 * (server/payments/gateway/gateway-routes.ts), so it is a full navigation.
 */
export function redirectToPayment({ payment_id: id, status }: StartedPayment): Response {
  return status === 'succeeded' ? redirect(`/account/payments/${id}`) : redirectDocument(`/pay/${id}`)
}
