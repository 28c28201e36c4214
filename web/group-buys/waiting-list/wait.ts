import type { Api } from '#api/api.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'

/** The result of a form of the waiting list. Its success is what the page then shows. */
export interface WaitOutcome {
  waitFault: TranslatableText | null
}

/** Puts the viewer on a waiting list, or takes them off it. The form's fields: `intent`, `group_buy_id`, `quantity`. */
export async function waitByForm(api: Api, form: FormData): Promise<WaitOutcome> {
  const buyId = String(form.get('group_buy_id') ?? '')
  const result =
    form.get('intent') === 'wait'
      ? await api.command('join-waiting-list', { group_buy_id: buyId, quantity: Number(form.get('quantity')) })
      : await api.command('leave-waiting-list', { group_buy_id: buyId })
  return { waitFault: result.ok ? null : result.refusal.message }
}

export const waitOffline = (): WaitOutcome => ({ waitFault: errorTexts.offline })
