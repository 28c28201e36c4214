import { redirect, redirectDocument } from 'react-router'
import type { StartedPayment } from '#api/commands/payments.ts'
import type { CommandRefusal } from '#api/commands.ts'
import { parseNaira } from '#domain/money.ts'
import { amountChangedText, isAmountAsShown } from '#domain/payments/settling/left-to-pay.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { ALL_PEPS } from '#web/ui/fields/pay-with-peps.tsx'
import { type FormResult, reject, rejectCommand, type SubmittedForm } from './form.ts'

type ReadAmount = { totalKobo: number; pepsKobo: number } | { fault: AmountFault; totalKobo: number | null }

type AmountFault = { text: TranslatableText } | { errors: { peps: TranslatableText } }

/** Reads the total and the PEPS typed into a form with `PayButton`, which stated the rest to pay in naira. */
export function readAmountToPay({ field }: SubmittedForm, totalField: string): ReadAmount {
  const typedPeps = field('peps')
  const peps = typedPeps === '' ? 0n : parseNaira(typedPeps)
  if (peps === null || peps < 0n) {
    return { fault: { errors: { peps: /*i18n*/ 'Enter PEPS as an amount, such as 1,500.' } }, totalKobo: null }
  }
  const totalKobo = Number(field(totalField))
  if (!isAmountAsShown({ totalKobo, typedPeps, shown: field('shown_kobo') })) {
    return { fault: { text: amountChangedText(totalKobo, typedPeps) }, totalKobo }
  }
  return { totalKobo, pepsKobo: Number(peps) }
}

/** Without scripts, "Use all my PEPS" sends the form, which comes back with the amount filled in. */
export function fillInPeps({ values, field }: SubmittedForm): FormResult | null {
  if (field('intent') !== ALL_PEPS) return null
  return { ok: true, text: '', errors: {}, values: { ...values, peps: field('all_peps') } }
}

interface RefusedPayment {
  status: number
  refusal: CommandRefusal
}

/** The refusal of a payment: at the PEPS if it is about them; a payment that is under way is shown instead. */
export function rejectPayment(form: SubmittedForm, { status, refusal }: RefusedPayment) {
  const { code, message, details } = refusal
  if (code === 'payment_under_way' && details?.payment_id) return redirect(`/account/payments/${details.payment_id}`)
  if (code === 'peps_not_enough' || code === 'peps_exceed_total') return reject(form, { errors: { peps: message } })
  return rejectCommand(form, { status, refusal })
}

/**
 * `/pay/:id` is not a page of this site: the server answers it with a redirect to the gateway
 * (server/payments/gateway/gateway-routes.ts), so it is a full navigation.
 */
export function redirectToPayment({ payment_id: id, status }: StartedPayment): Response {
  return status === 'succeeded' ? redirect(`/account/payments/${id}`) : redirectDocument(`/pay/${id}`)
}
