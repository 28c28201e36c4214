import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { Api } from '#api/api.ts'
import type { RefusalCode } from '#domain/all-refusals.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'

/** The result of a submission of Join, for the card or page that submitted it. */
export type JoinOutcome =
  | { buyId: string; joined: { orderId: string; orderNo: number; quantity: number }; text: null; quantity: number }
  | { buyId: string; joined: null; text: TranslatableText; quantity: number; code: RefusalCode }

/** Joins a buy. The form's fields: `group_buy_id`, `quantity` and the idempotency `key`. */
export async function joinByForm(api: Api, form: FormData): Promise<JoinOutcome> {
  const buyId = String(form.get('group_buy_id') ?? '')
  const quantity = readQuantity(form)
  const key = String(form.get('key') ?? '') || undefined
  const result = await api.command('join-group-buy', { group_buy_id: buyId, quantity }, key)
  if (result.ok) {
    const { id, order_no, quantity: whole } = result.value.order
    return { buyId, quantity, joined: { orderId: id, orderNo: order_no, quantity: whole }, text: null }
  }
  // Without a status there was no response at all.
  const failed = result.status >= 500 || result.status === 0
  const text = failed ? errorTexts.groupBuyNotJoined : (TEXTS[result.refusal.code] ?? result.refusal.message)
  return { buyId, quantity, joined: null, text, code: result.refusal.code }
}

/** The typed quantity; NaN for an empty field. */
export const readQuantity = (form: FormData): number => Number(form.get('quantity') || Number.NaN)

/** This screen's texts for refusals whose own messages are meant for developers. */
const TEXTS: { readonly [code in RefusalCode]?: string } = {
  idempotency_key_reused: /*i18n*/ 'Your first tap went through after all. Load the page again to see your order.',
}

/** A list's `shouldRevalidate`: no reload after a rejected join, so that the card stays and can show why. */
export function revalidateUnlessRejected(args: ShouldRevalidateFunctionArgs): boolean {
  const { actionResult } = args
  const isRefused =
    typeof actionResult === 'object' && actionResult !== null && Reflect.get(actionResult, 'joined') === null
  return revalidateUnlessOffline(args) && !isRefused
}

/** The result if the server cannot be reached; the typed quantity is retained. */
export function joinOffline(form: FormData): JoinOutcome {
  return {
    buyId: String(form.get('group_buy_id') ?? ''),
    quantity: readQuantity(form),
    joined: null,
    text: errorTexts.offline,
    code: 'offline',
  }
}
