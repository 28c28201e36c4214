import { Form, Link, redirect, useLocation, useNavigation } from 'react-router'
import { readRate } from '#api/settings.ts'
import { lagosDateOf } from '#domain/calendar.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { kobo } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/checkout.ts'
import { setPrice, takeOut } from './acts.ts'
import { checkoutAddress, readLines, type WantedLine, writeLine } from './checkout-address.ts'
import { type CheckoutLine, summaryOf } from './checkout-summary.ts'
import { readCurrentProducts } from './current-products.ts'
import inStepScript from './in-step.js?url&no-inline'
import { headersWithout } from './kept-cart.ts'
import { ShopPart } from './shop-part.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const wanted = readLines(url.searchParams.getAll('line'))
  const ids = wanted.map(({ productId }) => productId)
  const [products, basisPoints] = await Promise.all([
    readCurrentProducts(api, ids).catch(() => null),
    readRate(api, 'buyer_fee_bps'),
  ])
  const today = lagosDateOf(new Date())
  return {
    summary: products && summaryOf(wanted, { products, basisPoints, today }),
    isEmpty: wanted.length === 0,
    basisPoints,
    isBeside: url.searchParams.has('beside'),
    isSignedIn: context.get(viewerContext).userId !== null,
    // A repeated press orders once.
    key: crypto.randomUUID(),
  }
}

/** Without scripts what was ordered leaves the cart here; with them the browser's own cart tells the account. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const lines = readLines(form.getAll('line'))
  const input = {
    lines: lines.map(({ productId, quantity, seenKobo }) => ({
      ...{ product_id: productId, quantity, unit_price_kobo: seenKobo },
    })),
    expected_kobo: Number(form.get('total_kobo')),
  }
  const placed = await context.get(apiContext).command('order-cart', input, String(form.get('key') ?? '') || undefined)
  if (placed.ok) {
    const stays = form.has('beside') || form.has('scripts')
    const headers = stays ? {} : await headersWithout({ request, context }, lines)
    return redirect(`/account/pay?checkout=${placed.value.checkout_id}`, { headers })
  }
  return { message: placed.refusal.message }
}

/** Once ordered, the goods leave this browser's cart, and nothing else does. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  try {
    return await orOffline(serverAction, () => ({ message: errorTexts.offline }))
  } catch (thrown) {
    const isOrdered = thrown instanceof Response && thrown.headers.get('location')?.startsWith('/account/pay')
    if (isOrdered && !form.has('beside')) takeOut(readLines(form.getAll('line')))
    throw thrown
  }
}

export const shouldRevalidate = keepWhenOffline

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { summary, isEmpty, basisPoints, isBeside } = loaderData
  if (isEmpty) return <NothingChosen />
  if (!summary) return <ErrorState message="Prices could not be read just now." reload="Your cart is safe." />
  const { shops, gone, stopped, repriced, goodsKobo, feeKobo, totalKobo } = summary
  return (
    <>
      <PageHeading lead="Goods of each shop are an order of their own. You pay for all of them at once.">
        Checkout
      </PageHeading>
      {actionData && (
        <Notice tone="error" className="mb-5">
          {actionData.message}
        </Notice>
      )}
      <div className="grid max-w-measure gap-8">
        {shops.map((shop) => (
          <ShopPart key={shop.vendorId} shop={shop} basisPoints={basisPoints} />
        ))}
        {gone > 0 && (
          <Notice tone="warning">
            {gone === 1 ? 'A product of your cart is' : `${gone} products of your cart are`} no longer on sale.
          </Notice>
        )}
        {shops.length > 1 && stopped.length === 0 && (
          <section aria-labelledby="in-total">
            <h2 id="in-total" className="mb-2 text-22">
              In total
            </h2>
            <DataList
              facts={[
                { label: 'Goods', value: kobo(goodsKobo) },
                { label: `Fee ${basisPoints / 100}%`, value: kobo(feeKobo) },
                { label: 'You pay', value: kobo(totalKobo), total: true },
              ]}
            />
          </section>
        )}
        {stopped.length > 0 ? (
          <OrderTheRest lines={summary.lines.filter(({ stop }) => stop === null)} isBeside={isBeside} />
        ) : repriced.length > 0 ? (
          <AcceptPrices lines={summary.lines} isBeside={isBeside} />
        ) : (
          <PlaceOrder lines={summary.lines} totalKobo={totalKobo} loaderData={loaderData} />
        )}
        <p>
          <Link to="/cart" className="text-link">
            Back to the cart
          </Link>
        </p>
      </div>
      <script src={inStepScript} defer />
    </>
  )
}

function NothingChosen() {
  return (
    <>
      <PageHeading lead="Here you see what your cart costs before you order.">Checkout</PageHeading>
      <EmptyState title="Nothing to check out." action={<LinkButton to="/cart">See the cart</LinkButton>}>
        Put something into the cart, then come here from there.
      </EmptyState>
    </>
  )
}

interface LinesProps {
  lines: readonly CheckoutLine[]
  /** Bought beside the cart, which stays as it is. */
  isBeside: boolean
}

/** What cannot be had is named above; the rest can be ordered without it. */
function OrderTheRest({ lines, isBeside }: LinesProps) {
  return (
    <Notice tone="warning" title="Not everything can be ordered as it is">
      <p>Change it in the cart{lines.length > 0 && ', or order the rest now'}. What you leave out stays in the cart.</p>
      {lines.length > 0 && (
        <LinkButton
          to={checkoutAddress(lines, isBeside ? 'beside the cart' : 'the cart')}
          tone="plain"
          className="mt-3"
        >
          Go on without it
        </LinkButton>
      )}
    </Notice>
  )
}

/** New prices are taken by a press of their own, never along with the order. */
function AcceptPrices({ lines, isBeside }: LinesProps) {
  const accepted: WantedLine[] = lines.map((line) => ({ ...line, seenKobo: line.priceKobo }))
  const keep = () => {
    for (const { productId, priceKobo } of lines) setPrice(productId, priceKobo / 100)
  }
  return (
    <Notice tone="warning" title="Prices have changed since you chose">
      <p>The old and the new ones are shown above. Nothing is ordered before you accept them.</p>
      <Form method="get" {...(!isBeside && { onSubmit: keep })} className="mt-3">
        {isBeside && <input type="hidden" name="beside" value="cart" />}
        {accepted.map((line) => (
          <input key={line.productId} type="hidden" name="line" value={writeLine(line)} />
        ))}
        <Button>Accept the new prices</Button>
      </Form>
    </Notice>
  )
}

interface PlaceOrderProps {
  lines: readonly CheckoutLine[]
  totalKobo: number
  loaderData: { isSignedIn: boolean; isBeside: boolean; key: string }
}

function PlaceOrder({ lines, totalKobo, loaderData: { isSignedIn, isBeside, key } }: PlaceOrderProps) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().state !== 'idle'
  const hydrated = useHydrated()
  if (!isSignedIn) {
    return (
      <div>
        <LinkButton to={`/auth?next=${encodeURIComponent(pathname + search)}`}>Sign in to order</LinkButton>
        <p className="mt-3 text-14 text-soft">Your cart stays as it is, and you come back to this page.</p>
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
      <div>
        <Button busy={busy} busyLabel="Ordering">
          Order and pay {kobo(totalKobo)}
        </Button>
      </div>
      <p className="text-14 text-soft">
        The goods are then kept for you while you pay. On the next page you choose where they go, before you pay:
        collecting is free, delivery to your door has its fee by{' '}
        <Link to="/places" className="text-link">
          local government
        </Link>
        . Your money is held until you have your food.
      </p>
    </Form>
  )
}

export const meta: Route.MetaFunction = () => titled('Checkout', 'What you are about to order, shop by shop.')
