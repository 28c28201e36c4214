import { useLingui } from '@lingui/react'
import { data } from 'react-router'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta } from '#web/page-meta.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { readCurrentProducts } from '../current-products.ts'
import type { Route } from './+types/buy-again.ts'
import { readOpenBuys, readPastOrder, toReorderLines } from './reorder.ts'
import { ReorderLines, SaveAsList } from './reorder-lines.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { order, failure } = await readPastOrder(api, {
    id: params.id,
    userId: context.get(viewerContext).userId ?? '',
  })
  if (!order && !failure) throw data(ORDER_NOT_FOUND, { status: 404 })
  const bought = order?.lines ?? []
  const ids = bought.map(({ product_id }) => product_id)
  const now = new Date()
  const [products, buys] = await Promise.all([
    readCurrentProducts(api, ids).catch(() => null),
    readOpenBuys(api, ids, now),
  ])
  return {
    orderNo: order?.order_no ?? null,
    lines: products && toReorderLines(bought, { products, buys, today: lagosDate(now) }),
    failure: failure ?? (products ? null : /*i18n*/ 'We could not read the prices just now.'),
  }
}

/** The lines of a past order at today's prices, marking those no longer available and those with an open group buy. */
export default function BuyAgain({ loaderData: { orderNo, lines, failure } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  if (!lines || failure) return <ErrorState message={failure ?? ''} reload={i18n.t('Your cart is safe.')} />
  return (
    <>
      <PageHeading lead={i18n.t('What you bought in order {number}, at today’s prices.', { number: orderNo })}>
        {i18n.t('Buy again')}
      </PageHeading>
      <div className="grid max-w-measure gap-6">
        <ReorderLines lines={lines} />
        <SaveAsList lines={lines} />
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Buy again'), i18n.t('A past order at today’s prices.'))
}

export const ErrorBoundary = notFoundBoundary({
  title: ORDER_NOT_FOUND,
  lead: /*i18n*/ 'It may belong to another account, or the address is mistyped.',
  back: /*i18n*/ 'Your orders',
  to: '/account/orders',
})
