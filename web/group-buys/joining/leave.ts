import type { Api } from '#api/api.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'

interface LeaveOutcome {
  left: boolean
  text: TranslatableText
}

/** Cancels a pending order, by the form's `order_id`. */
export async function leaveByForm(api: Api, form: FormData): Promise<LeaveOutcome> {
  const result = await api.command('leave-group-buy', { order_id: String(form.get('order_id') ?? '') })
  return result.ok
    ? { left: true, text: /*i18n*/ 'You left this group buy. You had not paid, so you owe nothing.' }
    : { left: false, text: result.refusal.message }
}

/** The result if the server cannot be reached; the place remains reserved. */
export function leaveOffline(): LeaveOutcome {
  return { left: false, text: errorTexts.offline }
}
