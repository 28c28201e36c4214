import type { Api } from '#api/api.ts'
import type { RefusalCode } from '#domain/all-refusals.ts'
import { PRICE_ROSE, readJoinPath, refusedPath } from '#domain/group-buys/participants/join-path.ts'
import { JOIN_KEY, JOIN_MOST } from '#web/auth/purpose/join-fields.tsx'
import { stateToConfirm } from '#web/group-buys/joining/join.ts'
import { readJoinPurpose } from './join-purpose.ts'

interface SignedInForm {
  form: FormData
  /** The path to return to, which names the buy and the quantity. */
  next: string | null
  /** The state in the cookie of the person's area; null without one. The account's wins. */
  chosenState: string | null
}

/**
 * Joins the buy that the submitted form named, for the person who has just signed in, and returns the page that
 * follows. Null if the form named none, or if the person still has to pass a second factor. A person who has units in
 * this buy, would pay more than the form said, or is in another state than the goods, joins nothing: the page of the buy says why.
 */
export async function joinAfterSignIn(api: Api, { form, next, chosenState }: SignedInForm): Promise<string | null> {
  const wanted = readJoinPath(next)
  const key = String(form.get(JOIN_KEY) ?? '')
  if (!wanted || !key) return null
  const { buyId: group_buy_id, quantity } = wanted
  const purpose = await readJoinPurpose(api, wanted, new Date().toISOString())
  // It has ended or is full, which its page says.
  if (!purpose) return next
  if (!(purpose.mostKobo <= Number(form.get(JOIN_MOST)))) return refusedPath(wanted, PRICE_ROSE)
  if (await isFar(api, group_buy_id, chosenState)) return refusedPath(wanted, 'other_state' satisfies RefusalCode)
  const joined = await api.command('join-group-buy', { group_buy_id, quantity, own_quantity: 0 }, key)
  if (joined.ok) return `/account/pay?order=${joined.value.order.id}`
  return HALF_SIGNED_IN.has(joined.refusal.code) ? null : refusedPath(wanted, joined.refusal.code)
}

/** Whether the goods are not received in the person's own state, which the page of the buy has confirmed. */
async function isFar(api: Api, buyId: string, chosenState: string | null): Promise<boolean> {
  const { data } = await api.tables.from('buyer_areas').select('state').maybeSingle()
  const ownState = data?.state ?? chosenState
  return ownState !== null && (await stateToConfirm(api, buyId, ownState)) !== null
}

/** The password was right, but the account has a second factor. */
const HALF_SIGNED_IN = new Set<RefusalCode>(['sign_in_required', 'second_step_needed'])
