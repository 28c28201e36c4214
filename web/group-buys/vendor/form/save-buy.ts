import { data, redirect } from 'react-router'
import type { Api } from '#api/api.ts'
import { parsePriceTiers } from '#domain/group-buys/price/price-tiers.ts'
import { checkGroupBuy, checkSharingDay } from '#domain/group-buys/publishing.ts'
import { koboToNaira } from '#domain/money.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { type OwnShop, readOwnShop } from '#web/desk/shop/own-shop.ts'
import { confirmSteepPrice } from '#web/desk/shop/steep-price-field.tsx'
import { type FormResult, reject, type SubmittedForm } from '#web/forms/form.ts'
import { writeOutcome } from '#web/forms/outcome.tsx'
import { isId } from '#web/list-page.ts'
import { lotPhotoPaths } from '../../photographs/lot-photos.ts'
import { savePhotographs } from '../../photographs/queries.ts'
import { addBuy, moveSharingDay, type OwnBuy, type ProductChoice, readOwnBuy, readProductChoice } from '../queries.ts'
import { buyInput, storedBuyValues } from './buy-values.ts'
import { saveStoredBuy } from './save-draft.ts'

interface SaveBuyInput {
  form: SubmittedForm
  /** Null creates a buy under the form's id, so that a repeated submission creates one. */
  id: string | null
  userId: string | null
}

/** Saves or publishes the form of a group buy, or checks it without saving (`preview`). */
export async function saveBuy(api: Api, { form, id, userId }: SaveBuyInput) {
  const { values } = form
  const isPreview = form.field('intent') === 'preview'
  const publish = isPreview || form.field('intent') === 'publish'
  const shop = await readOwnShop(api, userId)
  if (!shop) return reject(form, { text: errorTexts.vendorProfileNotFound })
  const listed = await readProductChoice(api, shop.id, form.field('product_id'))
  if (!listed) return reject(form, { errors: { product_id: 'Please choose a product.' } })
  const stored = id && isId(id) ? await readOwnBuy(api, shop.id, id) : null
  if (id && !stored) throw data(null, 404)
  const sharing = checkSharingDay(stored ? '' : form.field('share_date'), new Date())
  const product = { ...listed, share_date: ('value' in sharing && sharing.value) || listed.share_date }
  const check = (input: Record<string, unknown>) => checkBuy(input, { product, stored, publish, shop })
  const checked = check(buyInput(values))
  const dayFault = 'error' in sharing ? { share_date: sharing.error } : {}
  if (!checked.ok) return reject(form, { errors: { ...checked.errors, ...dayFault } })
  if ('error' in sharing) return reject(form, { errors: dayFault })
  if (isPreview) return data<FormResult>({ ok: true, text: NOTHING_SAVED, errors: {}, values })
  const confirmation =
    publish || stored?.status === 'active'
      ? confirmSteepPrice({
          from: stored?.status === 'active' ? stored.base_price : product.base_price,
          unit: product.unit,
          to: lowestPrice(checked.value.price_tiers),
          typed: values.steep_price,
        })
      : null
  if (confirmation) return reject(form, { errors: confirmation })
  if (product.share_date !== null && product.share_date !== listed.share_date) {
    const moved = writeOutcome(await moveSharingDay(api, listed.id, product.share_date), SHARING_DAY_TEXTS)
    if (!moved.ok) return reject(form, moved)
  }
  const saved = stored
    ? await saveStoredBuy(api, { shopId: shop.id, stored, values, publish, check })
    : { answer: await addBuy(api, form.field('id'), { ...checked.value, status: publish ? 'active' : 'draft' }) }
  if ('clash' in saved) return data(saved.clash, 409)
  const outcome = writeOutcome(saved.answer, { done: '', failed: errorTexts.groupBuyNotCreated })
  if (!outcome.ok) return reject(form, outcome)
  const photographs = lotPhotoPaths(form.data)
  if (!stored && photographs.wanted.length > 0) {
    const { error } = await savePhotographs(api, form.field('id'), photographs)
    if (error) return redirect(`/vendor/products/buys/${form.field('id')}/photographs?done=without`)
  }
  const done = stored?.status === 'active' ? 'changed' : publish ? 'published' : 'draft'
  return redirect(`/vendor/products/buys?done=${done}`)
}

const NOTHING_SAVED = 'This is what you would get. Nothing is saved yet.'
const SHARING_DAY_TEXTS = { done: '', failed: 'The sharing day could not be changed. Nothing was published.' }

function lowestPrice(tiers: string): string | null {
  const lowest = parsePriceTiers(tiers).at(-1)
  return lowest ? koboToNaira(lowest.priceKobo) : null
}

interface BuyCheckOptions {
  shop: OwnShop
  product: ProductChoice
  stored: OwnBuy | null
  publish: boolean
}

/**
 * Validates a draft, a publication, or a published buy. A published buy already holds its target from the stock, and an
 * unchanged closing time is not checked again.
 */
function checkBuy(input: Record<string, unknown>, { product, stored, publish, shop }: BuyCheckOptions) {
  const now = new Date()
  if (stored?.status !== 'active') return checkGroupBuy(input, { product, now, publish, shop })
  const keepsEnd = input.end_date === storedBuyValues(stored).end_date
  const held = {
    base_price: stored.base_price,
    min_quantity: stored.min_quantity,
    share_date: stored.share_date,
    available_quantity: product.available_quantity + stored.target_quantity,
  }
  const checked = checkGroupBuy(input, { product: held, now, publish: true })
  if (!keepsEnd) return checked
  if (checked.ok) return { ...checked, value: { ...checked.value, end_date: stored.end_date } }
  const { end_date: _, ...errors } = checked.errors
  if (Object.keys(errors).length > 0) return { ok: false as const, errors }
  const draft = checkGroupBuy(input, { product: held, now, publish: false })
  return draft.ok ? { ...draft, value: { ...draft.value, end_date: stored.end_date } } : draft
}
