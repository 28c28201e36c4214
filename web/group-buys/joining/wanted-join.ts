import { PRICE_ROSE, REFUSED } from '#domain/group-buys/participants/join-path.ts'
import { buyRefusals } from '#domain/group-buys/refusals.ts'
import { orderRefusals } from '#domain/orders/refusals.ts'
import { placeRefusals } from '#domain/places/refusals.ts'
import { callRefusals } from '#domain/refusals/call-refusals.ts'
import { findRefusal } from '#domain/refusals/refusal-texts.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'

/** The quantity of a `joinPath`, and why it was not joined. The texts are ours, because anyone can write an address. */
export function readWantedJoin(params: URLSearchParams): { quantity: number; refusal: TranslatableText | null } | null {
  const quantity = Number(params.get('quantity'))
  if (!Number.isSafeInteger(quantity) || quantity < 1) return null
  const code = params.get(REFUSED)
  return { quantity, refusal: code === null ? null : refusalText(code) }
}

function refusalText(code: string): TranslatableText | null {
  if (code === PRICE_ROSE) {
    return /*i18n*/ 'The price has risen since you signed in, so nothing was joined. Check it and press Join.'
  }
  if (code === 'own_quantity_changed') return /*i18n*/ 'You are already in this group buy. Nothing was added.'
  return findRefusal([buyRefusals, orderRefusals, placeRefusals, callRefusals], code)?.text ?? null
}
