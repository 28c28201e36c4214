import { data, redirect } from 'react-router'
import type { Api } from '#api/api.ts'
import { parsePriceTiers } from '#domain/group-buys/price-tiers.ts'
import { checkGroupBuy } from '#domain/group-buys/publishing.ts'
import { koboToNaira } from '#domain/money.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { Errors } from '#domain/validation.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { type ActionOutcome, OutcomeNotice, writeOutcome } from '#web/desk/outcome.tsx'
import { readOwnShop } from '#web/desk/own-shop.ts'
import { NoShop, ShopNotice } from '#web/desk/shop-notice.tsx'
import { confirmSteepPrice } from '#web/desk/steep-price-field.tsx'
import { isId, textParam } from '#web/list-page.ts'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/confirm-form.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { buyLabel } from '../../../domain/group-buys/state-labels.ts'
import { buyTone, isCalledOff } from '../buy-texts.ts'
import type { Route } from './+types/buy.ts'
import { BuyForm } from './buy-form.tsx'
import { type BuyValues, buyInput, readBuyForm, storedBuyValues } from './buy-values.ts'
import { ProductSearch } from './product-search.tsx'
import {
  addBuy,
  canChangeTerms,
  countPeopleWhoHadJoined,
  discardDraft,
  listProductChoices,
  type OwnBuy,
  type ProductChoice,
  readOwnBuy,
  readProductChoice,
} from './queries.ts'
import { RunningBuy } from './running-buy.tsx'
import { saveStoredBuy } from './save-draft.ts'

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const buy = shop && params.id && isId(params.id) ? await readOwnBuy(api, shop.id, params.id) : null
  if (shop && params.id && !buy) throw data(null, 404)
  const product = url.searchParams.get('product') ?? ''
  const find = textParam(url.searchParams, 'find')
  const choices = shop && (await listProductChoices(api, shop.id, { find, chosen: buy?.product_id ?? product }))
  return {
    shop,
    peopleWhoHadJoined: buy && isCalledOff(buy.status) ? await countPeopleWhoHadJoined(api, buy.id) : 0,
    products: choices?.products ?? [],
    find,
    /** Whether there are more products than the list shows. */
    more: choices?.more ?? false,
    buy,
    id: params.id ?? crypto.randomUUID(),
    key: crypto.randomUUID(),
    product,
    now: new Date().toISOString(),
  }
}

interface BuyResult {
  errors: Errors
  values: BuyValues | null
  outcome: ActionOutcome | null
  /** The reason typed into the cancellation form. */
  reason?: string
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const intent = form.get('intent')
  if (intent === 'cancel' && params.id) return cancelBuy(api, params.id, form)
  if (intent === 'honour' && params.id) return honourBuy(api, params.id)
  if (intent === 'discard' && params.id) {
    const outcome = writeOutcome(await discardDraft(api, params.id), {
      done: '',
      failed: 'The draft could not be discarded.',
    })
    if (outcome.ok) return redirect('/vendor/products/buys?done=discarded')
    return data({ errors: {}, values: null, outcome } satisfies BuyResult, 409)
  }
  return saveBuy(api, { form, id: params.id ?? null, userId: context.get(viewerContext).userId })
}

interface SaveBuyInput {
  form: FormData
  /** Null creates a buy under the form's id, so that a repeated submission creates one. */
  id: string | null
  userId: string | null
}

async function saveBuy(api: Api, { form, id, userId }: SaveBuyInput) {
  const values = readBuyForm(form)
  const publish = form.get('intent') === 'publish'
  const shop = await readOwnShop(api, userId)
  if (!shop) {
    const outcome = { ok: false, text: errorTexts.vendorProfileNotFound }
    return data({ errors: {}, values, outcome } satisfies BuyResult, 409)
  }
  const product = await readProductChoice(api, shop.id, values.product_id)
  if (!product) {
    return data({ errors: { product_id: 'Please choose a product.' }, values, outcome: null } satisfies BuyResult, 400)
  }
  const stored = id && isId(id) ? await readOwnBuy(api, shop.id, id) : null
  if (id && !stored) throw data(null, 404)
  const check = (input: Record<string, unknown>) => checkBuy(input, { product, stored, publish })
  const checked = check(buyInput(values))
  if (!checked.ok) return data({ errors: checked.errors, values, outcome: null } satisfies BuyResult, 400)
  const confirmation =
    publish || stored?.status === 'active'
      ? confirmSteepPrice({
          from: stored?.status === 'active' ? stored.base_price : product.base_price,
          unit: product.unit,
          to: lowestPrice(checked.value.price_tiers),
          typed: values.steep_price,
        })
      : null
  if (confirmation) return data({ errors: confirmation, values, outcome: null } satisfies BuyResult, 400)
  const saved = stored
    ? await saveStoredBuy(api, { shopId: shop.id, stored, values, publish, check })
    : {
        answer: await addBuy(api, String(form.get('id') ?? ''), {
          ...checked.value,
          status: publish ? 'active' : 'draft',
        }),
      }
  if ('refused' in saved) return data(saved.refused satisfies BuyResult, 409)
  const outcome = writeOutcome(saved.answer, { done: '', failed: errorTexts.groupBuyNotCreated })
  const done = stored?.status === 'active' ? 'changed' : publish ? 'published' : 'draft'
  if (outcome.ok) return redirect(`/vendor/products/buys?done=${done}`)
  return data({ errors: {}, values, outcome } satisfies BuyResult, 409)
}

function lowestPrice(tiers: string): string | null {
  const lowest = parsePriceTiers(tiers).at(-1)
  return lowest ? koboToNaira(lowest.priceKobo) : null
}

interface BuyCheckOptions {
  product: ProductChoice
  stored: OwnBuy | null
  publish: boolean
}

/**
 * Validates a draft, a publication, or a published buy. A published buy already holds its target from the stock, and an
 * unchanged closing time is not checked again.
 */
function checkBuy(input: Record<string, unknown>, { product, stored, publish }: BuyCheckOptions) {
  const now = new Date()
  if (stored?.status !== 'active') return checkGroupBuy(input, { product, now, publish })
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

async function honourBuy(api: Api, id: string) {
  const done = await api.command('honour-group-buy', { group_buy_id: id })
  const outcome = done.ok
    ? { ok: true, text: 'The group buy goes ahead. The price is final within a minute, and everyone is notified.' }
    : { ok: false, text: done.refusal.message }
  return { errors: {}, values: null, outcome } satisfies BuyResult
}

async function cancelBuy(api: Api, id: string, form: FormData) {
  const reason = String(form.get('reason') ?? '')
  const key = String(form.get('key') ?? '') || undefined
  const done = await api.command('cancel-group-buy', { group_buy_id: id, reason }, key)
  if (done.ok) {
    const outcome = { ok: true, text: 'The group buy is cancelled. Everyone who joined has been told by mail.' }
    return { errors: {}, values: null, outcome } satisfies BuyResult
  }
  const { errors = {}, message } = done.refusal
  const outcome = errors.reason ? null : { ok: false, text: message }
  return data({ errors, values: null, outcome, reason } satisfies BuyResult, 409)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const saves = ['publish', 'draft', 'change'].includes(String(form.get('intent')))
  const outcome: ActionOutcome = saves
    ? { ok: false, text: errorTexts.groupBuyNotCreated, detail: errorTexts.offline }
    : { ok: false, text: errorTexts.offline }
  return withOfflineFallback(
    serverAction,
    () =>
      ({
        errors: {},
        values: saves ? readBuyForm(form) : null,
        outcome,
        reason: String(form.get('reason') ?? ''),
      }) satisfies BuyResult,
  )
}

export const shouldRevalidate = revalidateUnlessOffline

export default function VendorBuy({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, buy, peopleWhoHadJoined, products, find, more, id, key, product, now } = loaderData
  const lastResult: BuyResult | undefined = actionData
  const isDraft = !buy || buy.status === 'draft'
  const isOpenForChanges = buy !== null && !isDraft && canChangeTerms(buy)
  const values = lastResult?.values ?? (buy ? storedBuyValues(buy) : { product_id: product, payment_mode: 'reserve' })
  return (
    <>
      <PageHeading
        {...(buy && {
          lead: buy.product_name,
          action: <Badge tone={buyTone(buy.status)}>{buyLabel(buy.status)}</Badge>,
        })}
      >
        {buy ? (isDraft ? 'Edit draft' : 'Group buy') : 'New group buy'}
      </PageHeading>
      <OutcomeNotice outcome={lastResult?.outcome} />
      {shop ? <ShopNotice shop={shop} /> : <NoShop />}
      {shop && !buy && (more || find) && <ProductSearch find={find} found={products.length} more={more} />}
      {shop && isDraft && products.length === 0 && !find && <NoProduct />}
      {shop && isDraft && products.length > 0 && (
        <BuyForm
          id={id}
          values={values}
          errors={lastResult?.errors ?? {}}
          products={products}
          stored={buy}
          mayPublish={shop.status === 'active'}
        />
      )}
      {buy && isDraft && (
        <div className="mt-6 border-t border-grain pt-4">
          <ConfirmForm
            question="Discard this draft?"
            detail="Buyers have not seen it. It stays under Ended, as cancelled."
            confirmLabel="Discard draft"
            fields={{ intent: 'discard' }}
            className={buttonClass({ tone: 'quiet', size: 'small' })}
          >
            Discard draft
          </ConfirmForm>
        </div>
      )}
      {buy && !isDraft && (
        <RunningBuy
          buy={buy}
          peopleWhoHadJoined={peopleWhoHadJoined}
          now={now}
          cancel={{ sendKey: key, errors: lastResult?.errors ?? {}, reason: lastResult?.reason ?? '' }}
        />
      )}
      {buy && shop && isOpenForChanges && (
        <section aria-labelledby="change" className="mt-8 border-t border-grain pt-6">
          <h2 id="change" className="mb-2 text-22">
            Change it until somebody joins
          </h2>
          <p className="mb-4 max-w-measure">
            Everybody sees the new terms at once. As soon as somebody joins, price, target and dates are fixed.
          </p>
          <BuyForm
            id={id}
            values={values}
            errors={lastResult?.values ? lastResult.errors : {}}
            products={products}
            stored={buy}
            mayPublish={shop.status === 'active'}
          />
        </section>
      )}
    </>
  )
}

function NoProduct() {
  return (
    <EmptyState
      title="No product for a group buy yet."
      action={<LinkButton to="/vendor/products/new">Add a product</LinkButton>}
    >
      A group buy copies a product: its name, unit, base price and sharing day. Add one first.
    </EmptyState>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.buy ? `Group buy: ${loaderData.buy.product_name}` : 'New group buy', 'A group buy of your shop.')
