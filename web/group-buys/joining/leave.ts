import type { Api } from '#api/api.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'

interface LeaveOutcome {
  left: boolean
  text: TranslatableText
}

/** Leaves a buy. The form's fields: `order_id` and `most_charge_kobo`, the most that it was said to cost. */
export async function leaveByForm(api: Api, form: FormData): Promise<LeaveOutcome> {
  const result = await api.command('leave-group-buy', {
    order_id: readOrderId(form),
    most_charge_kobo: Number(form.get('most_charge_kobo') ?? 0),
  })
  if (!result.ok) return { left: false, text: result.refusal.message }
  return {
    left: true,
    text:
      result.value.order.status === 'cancelled'
        ? /*i18n*/ 'You left this group buy. You had not paid, so you owe nothing.'
        : /*i18n*/ 'You left this group buy. Your money is on its way back to you.',
  }
}

/**
 * Takes back what was added last. The form's fields: `order_id`, `updated_at`, and as `quantity` what the order had
 * before; 0 for an order of its own.
 */
export async function undoByForm(api: Api, form: FormData): Promise<LeaveOutcome> {
  const order_id = readOrderId(form)
  const quantity = Number(form.get('quantity') ?? 0)
  const lowered = { order_id, product_id: null, quantity, updated_at: String(form.get('updated_at') ?? '') }
  const result =
    quantity > 0
      ? await api.command('reduce-order', lowered)
      : await api.command('leave-group-buy', { order_id, most_charge_kobo: 0 })
  return result.ok
    ? { left: true, text: /*i18n*/ 'Undone. You have what you had before.' }
    : { left: false, text: result.refusal.message }
}

const readOrderId = (form: FormData): string => String(form.get('order_id') ?? '')

/** The result if the server cannot be reached; the place remains reserved. */
export function leaveOffline(): LeaveOutcome {
  return { left: false, text: errorTexts.offline }
}
