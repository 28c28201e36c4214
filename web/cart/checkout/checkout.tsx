import { Trans, useLingui } from '@lingui/react'
import { Form, Link, redirect, useLocation, useNavigation } from 'react-router'
import { readRate } from '#api/settings.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, areaContext, viewerContext } from '#web/context.ts'
import { counted } from '#web/languages/counted.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { readOrderingBusiness } from '#web/session/own-business.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { OrderingFor } from '#web/ui/facts/ordering-for.tsx'
import { kobo } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { readCurrentProducts } from '../current-products.ts'
import { removeOrdered, setPrice } from '../edit-cart.ts'
import { removeOrderedLines } from '../sync/server-cart.ts'
import inStepScript from '../sync/sync-check.js?url&no-inline'
import type { Route } from './+types/checkout.ts'
import { type CartLineInput, checkoutAddress, readLines, writeLine } from './checkout-address.ts'
import { type CheckoutLine, summariseCheckout } from './checkout-summary.ts'
import { areStatesConfirmed, ConfirmStates } from './confirm-states.tsx'
import { isByWeight, ShopSummary } from './shop-summary.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const requested = readLines(url.searchParams.getAll('line'))
  return {
    ...(await readCheckout(context, requested)),
    business: (await readOrderingBusiness(context.get(apiContext), context.get(viewerContext).userId))?.name ?? null,
    isEmpty: requested.length === 0,
    isBeside: url.searchParams.has('beside'),
    isSignedIn: context.get(viewerContext).userId !== null,
    // Idempotency key: a repeated press places one order.
    key: crypto.randomUUID(),
  }
}

/** Today's cost of the lines; without a summary if the products cannot be read. */
async function readCheckout(context: Route.LoaderArgs['context'], requested: readonly CartLineInput[]) {
  const api = context.get(apiContext)
  const ids = requested.map(({ productId }) => productId)
  const [products, basisPoints] = await Promise.all([
    readCurrentProducts(api, ids).catch(() => null),
    readRate(api, 'buyer_fee_bps'),
  ])
  const today = lagosDate(new Date())
  const ownState = (await context.get(areaContext)())?.state ?? null
  const summary = products && summariseCheckout(requested, { products, basisPoints, today, ownState })
  return { summary, basisPoints, ownState }
}

/**
 * Without scripts, ordered goods are removed from the cart here; with scripts, the browser's cart syncs the removal to
 * the account.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const lines = readLines(form.getAll('line'))
  const { summary } = await readCheckout(context, lines)
  if (!summary) return { message: PRICES_UNREAD }
  if (!areStatesConfirmed(form, summary.confirmStates)) return { message: STATES_UNCONFIRMED }
  const input = {
    lines: lines.map(({ productId, quantity, seenKobo }) => ({
      product_id: productId,
      quantity,
      unit_price_kobo: seenKobo,
    })),
    expected_kobo: Number(form.get('total_kobo')),
  }
  const placed = await context.get(apiContext).command('order-cart', input, String(form.get('key') ?? '') || undefined)
  if (placed.ok) {
    const isCartUnchanged = form.has('beside') || form.has('scripts')
    const headers = isCartUnchanged ? {} : await removeOrderedLines({ request, context }, lines)
    return redirect(`/account/pay?checkout=${placed.value.checkout_id}`, { headers })
  }
  return { message: placed.refusal.message }
}

const PRICES_UNREAD = /*i18n*/ 'We could not read the prices just now.'
const STATES_UNCONFIRMED =
  /*i18n*/ 'These goods are collected in another state. Please confirm below that you can collect them there.'

/** After a successful order, removes only the ordered goods from this browser's cart. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  try {
    return await withOfflineFallback(serverAction, () => ({ message: errorTexts.offline }))
  } catch (thrown) {
    const isOrdered = thrown instanceof Response && thrown.headers.get('location')?.startsWith('/account/pay')
    if (isOrdered && !form.has('beside')) removeOrdered(readLines(form.getAll('line')))
    throw thrown
  }
}

export const shouldRevalidate = revalidateUnlessOffline

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { summary, isEmpty, basisPoints, isBeside } = loaderData
  if (isEmpty) return <EmptyCheckout />
  if (!summary) return <ErrorState message={i18n.t(PRICES_UNREAD)} reload={i18n.t('Your cart is safe.')} />
  const { shops, missing, stopped, repriced, goodsKobo, feeKobo, totalKobo } = summary
  return (
    <>
      <PageHeading lead={i18n.t('Each shop’s goods are a separate order. You pay for all of them at once.')}>
        {i18n.t('Checkout')}
      </PageHeading>
      {actionData && (
        <Notice tone="error" className="mb-5">
          {translate(i18n, actionData.message)}
        </Notice>
      )}
      <div className="grid max-w-measure gap-8">
        {shops.map((shop) => (
          <ShopSummary key={shop.vendorId} shop={shop} basisPoints={basisPoints} />
        ))}
        {missing > 0 && (
          <Notice tone="warning">
            {counted(i18n, missing, {
              one: /*i18n*/ 'One product in your cart is no longer on sale.',
              many: /*i18n*/ '{count} products in your cart are no longer on sale.',
            })}
          </Notice>
        )}
        {shops.length > 1 && stopped.length === 0 && (
          <section aria-labelledby="in-total">
            <h2 id="in-total" className="mb-2 text-22">
              {i18n.t('In total')}
            </h2>
            <DataList
              facts={[
                { label: i18n.t('Goods'), value: kobo(goodsKobo) },
                { label: i18n.t('Fee {percent}%', { percent: basisPoints / 100 }), value: kobo(feeKobo) },
                {
                  label: summary.lines.some(isByWeight) ? i18n.t('You pay at most') : i18n.t('You pay'),
                  value: kobo(totalKobo),
                  total: true,
                },
              ]}
            />
          </section>
        )}
        <OrderingFor business={loaderData.business} />
        {stopped.length > 0 ? (
          <OrderTheRest lines={summary.lines.filter(({ problem }) => problem === null)} isBeside={isBeside} />
        ) : repriced.length > 0 ? (
          <AcceptPrices lines={summary.lines} isBeside={isBeside} />
        ) : (
          <PlaceOrder summary={summary} loaderData={loaderData} />
        )}
        <p>
          <Link to="/cart" className="text-link">
            {i18n.t('Back to the cart')}
          </Link>
        </p>
      </div>
      <script src={inStepScript} defer />
    </>
  )
}

function EmptyCheckout() {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeading lead={i18n.t('Here you see what your cart costs before you order.')}>
        {i18n.t('Checkout')}
      </PageHeading>
      <EmptyState
        title={i18n.t('You have nothing to check out.')}
        action={<LinkButton to="/cart">{i18n.t('See the cart')}</LinkButton>}
      >
        {i18n.t('Put something into the cart first, then go to checkout from there.')}
      </EmptyState>
    </>
  )
}

interface CheckoutLinesProps {
  lines: readonly CheckoutLine[]
  /** A purchase beside the cart, which is left unchanged. */
  isBeside: boolean
}

/** Orders the rest without the products named as unavailable above. */
function OrderTheRest({ lines, isBeside }: CheckoutLinesProps) {
  const { i18n } = useLingui()
  return (
    <Notice tone="warning" title={i18n.t('You cannot order everything as it is')}>
      <p>
        {lines.length > 0
          ? i18n.t('Change it in the cart, or order the rest now. What you leave out stays in the cart.')
          : i18n.t('Change it in the cart. What you leave out stays in the cart.')}
      </p>
      {lines.length > 0 && (
        <LinkButton
          to={checkoutAddress(lines, isBeside ? 'beside the cart' : 'the cart')}
          tone="plain"
          className="mt-3"
        >
          {i18n.t('Order the rest')}
        </LinkButton>
      )}
    </Notice>
  )
}

/** New prices are accepted by a separate press, never together with the order. */
function AcceptPrices({ lines, isBeside }: CheckoutLinesProps) {
  const { i18n } = useLingui()
  const accepted: CartLineInput[] = lines.map((line) => ({ ...line, seenKobo: line.priceKobo }))
  const acceptPrices = () => {
    for (const { productId, priceKobo } of lines) setPrice(productId, priceKobo / 100)
  }
  return (
    <Notice tone="warning" title={i18n.t('Prices have changed since you chose')}>
      <p>{i18n.t('You see the old and the new prices above. We order nothing until you accept them.')}</p>
      <Form method="get" {...(!isBeside && { onSubmit: acceptPrices })} className="mt-3">
        {isBeside && <input type="hidden" name="beside" value="cart" />}
        {accepted.map((line) => (
          <input key={line.productId} type="hidden" name="line" value={writeLine(line)} />
        ))}
        <Button>{i18n.t('Accept the new prices')}</Button>
      </Form>
    </Notice>
  )
}

interface PlaceOrderProps {
  summary: ReturnType<typeof summariseCheckout>
  loaderData: { isSignedIn: boolean; isBeside: boolean; key: string; ownState: string | null }
}

function PlaceOrder({ summary, loaderData: { isSignedIn, isBeside, key, ownState } }: PlaceOrderProps) {
  const { lines, totalKobo, confirmStates } = summary
  const { i18n } = useLingui()
  const { pathname, search } = useLocation()
  const busy = useNavigation().state !== 'idle'
  const hydrated = useHydrated()
  if (!isSignedIn) {
    return (
      <div>
        <LinkButton to={`/auth?next=${encodeURIComponent(pathname + search)}`}>{i18n.t('Sign in to order')}</LinkButton>
        <p className="mt-3 text-14 text-soft">{i18n.t('Your cart stays as it is, and you come back to this page.')}</p>
      </div>
    )
  }
  return (
    <Form method="post" className="grid gap-3">
      <input type="hidden" name="key" value={key} />
      {isBeside && <input type="hidden" name="beside" value="cart" />}
      {hydrated && <input type="hidden" name="scripts" value="run" />}
      <input type="hidden" name="total_kobo" value={totalKobo} />
      {lines.map((line) => (
        <input key={line.productId} type="hidden" name="line" value={writeLine(line)} />
      ))}
      {confirmStates.length > 0 && <ConfirmStates states={confirmStates} ownState={ownState} />}
      <div>
        <Button busy={busy} busyLabel={i18n.t('Ordering')}>
          {i18n.t('Order and pay {amount}', { amount: kobo(totalKobo) })}
        </Button>
      </div>
      <p className="text-14 text-soft">
        {i18n.t('We keep the goods for you while you pay.')}{' '}
        <Trans
          id="On the next page you choose where they go before you pay. Collecting is free. Delivery to your door has a fee, which depends on your <places>local government</places>."
          components={{ places: <Link to="/places" className="text-link" /> }}
        />{' '}
        {i18n.t('We hold your money until you have your food.')}
      </p>
    </Form>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Checkout'), i18n.t('What you are about to order, shop by shop.'))
}
