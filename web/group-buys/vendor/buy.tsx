import { data, Link, redirect } from 'react-router'
import { readNamedSettings } from '#api/settings.ts'
import { buyLabel } from '#domain/group-buys/state-labels.ts'
import { SHOP_CYCLES_PATH } from '#domain/texts/paths.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { NoShop, ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { storePictures } from '#web/desk/shop/store-pictures.ts'
import { commandResult, keepInputOffline, openForm, reject, rejectCommand } from '#web/forms/form.ts'
import { OutcomeNotice, writeOutcome } from '#web/forms/outcome.tsx'
import { isId, textParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { buyTone, isCalledOff } from '../buy-texts.ts'
import type { Route } from './+types/buy.ts'
import { readCycleOf } from './cycles/queries.ts'
import { readOwnSums } from './earning-queries.ts'
import { BuyForm } from './form/buy-form.tsx'
import { readBuyForm, repeatedBuyValues } from './form/buy-values.ts'
import { ProductSearch } from './form/product-search.tsx'
import { saveBuy } from './form/save-buy.ts'
import { canChangeTerms, countPeopleWhoHadJoined, discardDraft, listProductChoices, readOwnBuy } from './queries.ts'
import { readFirstDates } from './reach/queries.ts'
import { RunningBuy } from './running-buy.tsx'
import { saveTemplate } from './templates/save-template.ts'

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const buy = shop && params.id && isId(params.id) ? await readOwnBuy(api, shop.id, params.id) : null
  if (shop && params.id && !buy) throw data(null, 404)
  const now = new Date()
  const like = url.searchParams.get('like') ?? ''
  const former = shop && !params.id && isId(like) ? await readOwnBuy(api, shop.id, like) : null
  const firstDates = former && (await readFirstDates(api, former.id))
  const initial = former
    ? repeatedBuyValues({ ...former, ...firstDates }, now)
    : { product_id: url.searchParams.get('product') ?? '', payment_mode: 'reserve' }
  const find = textParam(url.searchParams, 'find')
  const choices =
    shop && (await listProductChoices(api, shop.id, { find, chosen: buy?.product_id ?? initial.product_id ?? '' }))
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
    running: { cycle: buy && (await readCycleOf(api, buy)), templateId: crypto.randomUUID() },
    initial,
    heldKobo: buy && !isCalledOff(buy.status) ? ((await readOwnSums(api, buy.id))?.held_kobo ?? null) : null,
    vendorFeeBasisPoints: (await readNamedSettings(api)).vendor_fee_bps,
    former: former && { id: former.id, name: former.product_name, endDate: former.end_date },
    now: now.toISOString(),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const submitted = await request.formData()
  const { fault } = await storePictures({ api, userId: context.get(viewerContext).userId }, submitted)
  const form = openForm(submitted, readBuyForm)
  if (fault) return reject(form, { errors: { photos: fault } })
  const intent = form.field('intent')
  if (intent === 'cancel' && params.id) {
    const cancellation = { group_buy_id: params.id, reason: form.field('reason') }
    const done = await api.command('cancel-group-buy', cancellation, form.key)
    return commandResult(form, done, 'The group buy is cancelled. Everyone who joined has been told by mail.')
  }
  if (intent === 'honour' && params.id) {
    const done = await api.command('honour-group-buy', { group_buy_id: params.id })
    return commandResult(
      form,
      done,
      'The group buy goes ahead. The price is final within a minute, and everyone is notified.',
    )
  }
  if (intent === 'confirm-part-pack' && params.id) {
    const done = await api.command('confirm-part-pack', { group_buy_id: params.id })
    return commandResult(
      form,
      done,
      'You bring a part of the last pack. The price is final within a minute, and everyone is notified.',
    )
  }
  if (intent === 'repeat' && params.id) {
    const period = form.field('period') === 'month' ? ('month' as const) : ('week' as const)
    const done = await api.command('repeat-group-buy', { group_buy_id: params.id, period })
    return done.ok ? redirect(`${SHOP_CYCLES_PATH}?done=repeated`) : rejectCommand(form, done)
  }
  if (intent === 'save-template' && params.id) return saveTemplate(api, form, params.id)
  if (intent === 'discard' && params.id) {
    const failed = 'The draft could not be discarded.'
    const outcome = writeOutcome(await discardDraft(api, params.id), { done: '', failed })
    return outcome.ok ? redirect('/vendor/products/buys?done=discarded') : reject(form, outcome)
  }
  return saveBuy(api, { form, id: params.id ?? null, userId: context.get(viewerContext).userId })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args, { readValues: readBuyForm })

const SAVES = ['publish', 'draft', 'change', 'preview']

export const shouldRevalidate = revalidateUnlessOffline

export default function VendorBuy({ loaderData, actionData }: Route.ComponentProps) {
  const {
    shop,
    buy,
    peopleWhoHadJoined,
    products,
    find,
    more,
    id,
    key,
    running,
    initial,
    former,
    heldKobo,
    vendorFeeBasisPoints,
    now,
  } = loaderData
  const { intent = '', reason = '' } = actionData?.values ?? {}
  const result = SAVES.includes(intent) ? actionData : undefined
  const isDraft = !buy || buy.status === 'draft'
  const isOpenForChanges = buy !== null && !isDraft && canChangeTerms(buy)
  return (
    <>
      <PageHeading
        {...(buy && {
          lead: buy.product_name,
          action: <Badge tone={buyTone(buy.status)}>{buyLabel(buy.status)}</Badge>,
        })}
      >
        {buy ? (isDraft ? 'Edit draft' : 'Group buy') : former ? 'Open again' : 'New group buy'}
      </PageHeading>
      <OutcomeNotice
        namesFault={['cancel', 'save-template', 'repeat'].includes(intent)}
        linksFields
        outcome={actionData}
      />
      {shop ? <ShopNotice shop={shop} /> : <NoShop />}
      {former && (
        <p className="mb-5 max-w-measure">
          Filled in like{' '}
          <Link to={`/vendor/products/buys/${former.id}`} className="text-link">
            {former.name}
          </Link>
          , which closes or closed on {datedMoment(former.endDate)}. Only the dates are new. Look at them, then publish.
        </p>
      )}
      {shop && !buy && (more || find) && <ProductSearch find={find} found={products.length} more={more} />}
      {shop && isDraft && products.length === 0 && !find && <NoProduct />}
      {shop && isDraft && products.length > 0 && (
        <BuyForm
          id={id}
          result={result}
          initial={initial}
          vendorFeeBasisPoints={vendorFeeBasisPoints}
          products={products}
          stored={buy}
          mayPublish={shop.status === 'active'}
        />
      )}
      {buy && isDraft && (
        <div className="mt-6 flex flex-wrap gap-3 border-t border-grain pt-4">
          <LinkButton to={`/vendor/products/buys/${buy.id}/photographs`} tone="plain" size="small">
            Photographs of the lot
          </LinkButton>
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
          heldKobo={heldKobo}
          now={now}
          cancel={{ sendKey: key, reason }}
          inStock={products.find(({ id: one }) => one === buy.product_id)?.available_quantity ?? null}
          {...running}
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
            result={result}
            initial={initial}
            vendorFeeBasisPoints={vendorFeeBasisPoints}
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
