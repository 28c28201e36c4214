import { data, isRouteErrorResponse, useNavigate } from 'react-router'
import { lagosDateOf } from '#domain/calendar.ts'
import { countUnits } from '#domain/products/units.ts'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { titled } from '#web/titled.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { naira } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/buy-again.ts'
import { type AgainLine, againOf, readBought } from './again.ts'
import { checkoutAddress, lineOfItem } from './checkout-address.ts'
import { readCurrentProducts } from './current-products.ts'
import { useCart } from './store.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { order, failure } = await readBought(api, { id: params.id, userId: context.get(viewerContext).userId ?? '' })
  if (!order && !failure) throw data(ORDER_NOT_FOUND, { status: 404 })
  const bought = order?.lines ?? []
  const ids = bought.map(({ product_id }) => product_id)
  const products = await readCurrentProducts(api, ids).catch(() => null)
  return {
    orderNo: order?.order_no ?? null,
    lines: products && againOf(bought, { products, today: lagosDateOf(new Date()) }),
    failure: failure ?? (products ? null : 'Prices could not be read just now.'),
  }
}

/** The lines of a past bulk order at today's prices, and what of it cannot be had any more. */
export default function BuyAgain({ loaderData: { orderNo, lines, failure } }: Route.ComponentProps) {
  if (!lines || failure) return <ErrorState message={failure ?? ''} reload="Your cart is safe." />
  const had = lines.filter(({ whyNot }) => whyNot === null)
  const gone = lines.filter(({ whyNot }) => whyNot !== null)
  return (
    <>
      <PageHeading lead={`What you bought with order ${orderNo}, at today’s prices.`}>Buy again</PageHeading>
      <div className="grid max-w-measure gap-6">
        {had.length > 0 && (
          <ul className="divide-y divide-grain border-y border-grain">
            {had.map((line) => (
              <Line key={line.item.productId} line={line} />
            ))}
          </ul>
        )}
        {gone.length > 0 && (
          <Notice tone="warning" title={had.length > 0 ? 'Not to be had now' : 'None of it can be had now'}>
            <ul>
              {gone.map(({ item, whyNot }) => (
                <li key={item.productId}>
                  {item.name}: {whyNot}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <Acts lines={had} />
      </div>
    </>
  )
}

function Line({ line: { item, paid } }: { line: AgainLine }) {
  return (
    <li className="flex justify-between gap-4 py-3">
      <span className="min-w-0 break-words">
        <span className="font-bold">{item.name}</span>
        <span className="block text-14 text-soft">
          {countUnits(item.quantity, item.unit)}
          {paid !== item.price && `; you paid ${naira(paid)} a ${item.unit}`}
        </span>
      </span>
      <span className="shrink-0 tabular-nums">
        {naira(item.price)} a {item.unit}
      </span>
    </li>
  )
}

function Acts({ lines }: { lines: readonly AgainLine[] }) {
  const add = useCart((cart) => cart.add)
  const hydrated = useHydrated()
  const navigate = useNavigate()
  if (lines.length === 0) return <LinkButton to="/products">Browse Deals</LinkButton>
  const items = lines.map(({ item }) => item)
  const press = () => {
    for (const item of items) add(item)
    navigate('/cart')
  }
  return (
    <div className="flex flex-wrap gap-3">
      {hydrated && (
        <Button type="button" onClick={press}>
          Put into the cart
        </Button>
      )}
      <LinkButton to={checkoutAddress(items.map(lineOfItem))} tone={hydrated ? 'plain' : 'primary'}>
        Go to checkout with these
      </LinkButton>
    </div>
  )
}

export const meta: Route.MetaFunction = () => titled('Buy again', 'A past order at today’s prices.')

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return (
    <>
      <PageHeading lead="It may belong to another account, or the address is mistyped.">{ORDER_NOT_FOUND}</PageHeading>
      <LinkButton to="/account/orders">Your orders</LinkButton>
    </>
  )
}
