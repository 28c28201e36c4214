import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { Api } from '#api/api.ts'
import type { OrderRow } from '#api/commands/orders.ts'
import type { RefusalCode } from '#domain/all-refusals.ts'
import { statesToConfirm } from '#domain/places/shop-fulfilment.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { type TranslatableText, withValues } from '#domain/texts/translatable-text.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { readShopFulfilment } from '#web/places/queries.ts'

interface JoinedOrder {
  orderId: string
  orderNo: number
  /** Units of the whole order, and how many of them this submission added. */
  quantity: number
  added: number
  amountDueKobo: number
  holdExpiresAt: string | null
  /** The order's version, to undo the addition. */
  updatedAt: string
}

/** The result of a submission of Join, for the card or page that submitted it. */
export type JoinOutcome =
  | { buyId: string; joined: JoinedOrder; text: null; quantity: number }
  | {
      buyId: string
      joined: null
      text: TranslatableText
      quantity: number
      code: RefusalCode
      /** The state that the next press confirms, because the goods are not received in the buyer's own. */
      confirms?: string
    }

/**
 * Joins a buy. The form's fields: `group_buy_id`, `quantity`, `own_quantity` (what the page showed the viewer to have), `up_to`, the idempotency `key` and, for goods that are not received
 * in `ownState`, `confirmed_state` from a second press.
 */
export async function joinByForm(api: Api, form: FormData, ownState: string | null = null): Promise<JoinOutcome> {
  const buyId = String(form.get('group_buy_id') ?? '')
  const quantity = readQuantity(form)
  const key = String(form.get('key') ?? '') || undefined
  const confirms = ownState && (await stateToConfirm(api, buyId, ownState))
  if (confirms && form.get('confirmed_state') !== confirms)
    return { buyId, quantity, joined: null, text: farText(confirms), code: 'other_state', confirms }
  const input = {
    group_buy_id: buyId,
    quantity,
    own_quantity: readNumber(form, 'own_quantity'),
    up_to: readNumber(form, 'up_to'),
  }
  const result = await api.command('join-group-buy', input, key)
  if (result.ok)
    return { buyId, quantity, joined: joinedOrder(result.value.order, input.up_to ?? quantity), text: null }
  // Without a status there was no response at all.
  const failed = result.status >= 500 || result.status === 0
  const text = failed ? errorTexts.groupBuyNotJoined : (TEXTS[result.refusal.code] ?? result.refusal.message)
  return { buyId, quantity, joined: null, text, code: result.refusal.code }
}

/** The state that a buyer elsewhere must confirm before joining; null if it is unknown: joining is refused then anyway. */
export async function stateToConfirm(api: Api, buyId: string, ownState: string): Promise<string | null> {
  const { data } = await api.tables
    .from('group_buys')
    .select('vendor_location, vendor:vendors!inner(id, state)')
    .eq('id', buyId)
    .maybeSingle()
  const ways = data && (await readShopFulfilment(api, { ...data.vendor, city: data.vendor_location }))
  return (ways && statesToConfirm([ways], ownState)[0]) ?? null
}

const farText = (state: string) =>
  withValues(
    /*i18n*/ 'You collect this in another state: {state}. Press once more if you can collect it there. Nothing is joined yet.',
    { state },
  )

const joinedOrder = (order: OrderRow, added: number): JoinedOrder => ({
  orderId: order.id,
  orderNo: order.order_no,
  quantity: order.quantity,
  added,
  amountDueKobo: order.amount_due_kobo,
  holdExpiresAt: order.hold_expires_at,
  updatedAt: order.updated_at,
})

function readNumber(form: FormData, name: 'own_quantity' | 'up_to'): number | null {
  const sent = form.get(name)
  return sent ? Number(sent) : null
}

/** The typed quantity; NaN for an empty field. */
export const readQuantity = (form: FormData): number => Number(form.get('quantity') || Number.NaN)

/** This screen's texts for refusals whose own messages are meant for developers. */
const TEXTS: { readonly [code in RefusalCode]?: string } = {
  idempotency_key_reused: /*i18n*/ 'Your first tap went through after all. Load the page again to see your order.',
}

/**
 * A list's `shouldRevalidate`: no reload after a rejected join, so that the card stays and can show why. A card that
 * does not know the viewer's order is out of date and is loaded again.
 */
export function revalidateUnlessRejected(args: ShouldRevalidateFunctionArgs): boolean {
  const { actionResult } = args
  const refused: JoinOutcome | null =
    typeof actionResult === 'object' && actionResult !== null && Reflect.get(actionResult, 'joined') === null
      ? actionResult
      : null
  const isRefused = refused !== null && !refused.joined && refused.code !== IS_STALE
  return revalidateUnlessOffline(args) && !isRefused
}

/** The viewer has joined, left or taken more since the page was loaded. */
export const IS_STALE: RefusalCode = 'own_quantity_changed'

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
