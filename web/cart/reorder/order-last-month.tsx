import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { joinPath } from '#domain/group-buys/participants/join-path.ts'
import { countUnits } from '#domain/products/units.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta } from '#web/page-meta.ts'
import { readOrderingBusiness } from '#web/session/own-business.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { naira } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { readCurrentProducts } from '../current-products.ts'
import type { Route } from './+types/order-last-month.ts'
import { lastMonth, listBoughtLines } from './last-month.ts'
import { type ReorderLine, readOpenBuys, toReorderLines } from './reorder.ts'
import { ReorderLines } from './reorder-lines.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const userId = context.get(viewerContext).userId ?? ''
  const now = new Date()
  const today = lagosDate(now)
  const business = await readOrderingBusiness(api, userId)
  const bought = await listBoughtLines(api, { userId, businessId: business?.id ?? null, ...lastMonth(today) })
  const ids = bought.lines.map(({ product_id }) => product_id)
  const [products, buys] = await Promise.all([
    readCurrentProducts(api, ids).catch(() => null),
    readOpenBuys(api, ids, now),
  ])
  return {
    lines: products && toReorderLines(bought.lines, { products, buys, today }),
    business: business?.name ?? null,
    failure: bought.failure ?? (products ? null : /*i18n*/ 'We could not read the prices just now.'),
  }
}

/**
 * All that was bought last month: what has an open group buy is joined there, the rest goes into the cart with one
 * press.
 */
export default function OrderLastMonth({ loaderData: { lines, business, failure } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  if (!lines || failure) return <ErrorState message={failure ?? ''} reload={i18n.t('Your cart is safe.')} />
  const inBuys = lines.filter(({ openBuy }) => openBuy !== null)
  const others = lines.filter(({ openBuy }) => openBuy === null)
  return (
    <>
      <PageHeading
        lead={
          business
            ? i18n.t('What {business} bought last month, at today’s prices.', { business })
            : i18n.t('What you bought last month, at today’s prices.')
        }
      >
        {i18n.t('Order last month’s goods again')}
      </PageHeading>
      {lines.length === 0 && (
        <EmptyState
          title={i18n.t('Nothing was bought last month.')}
          action={<LinkButton to="/group-buys">{i18n.t('See the group buys')}</LinkButton>}
        >
          {i18n.t('Paid orders of last month appear here.')}
        </EmptyState>
      )}
      <div className="grid max-w-measure gap-8">
        {inBuys.length > 0 && (
          <section aria-labelledby="in-buys">
            <SectionHeading id="in-buys">{i18n.t('Open as group buys')}</SectionHeading>
            <ul className="divide-y divide-grain border-y border-grain">
              {inBuys.map((line) => (
                <LineInBuy key={line.item.productId} line={line} />
              ))}
            </ul>
          </section>
        )}
        {others.length > 0 && (
          <section aria-labelledby="others" className="grid gap-4">
            <SectionHeading id="others">{i18n.t('From the shops')}</SectionHeading>
            <ReorderLines lines={others} />
          </section>
        )}
      </div>
    </>
  )
}

function LineInBuy({ line: { item, openBuy } }: { line: ReorderLine }) {
  const { i18n } = useLingui()
  if (!openBuy) return null
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <span className="min-w-0 break-words">
        <span className="font-bold">{item.name}</span>
        <span className="block text-14 text-soft">
          {countUnits(item.quantity, item.unit)}
          {openBuy.price !== null &&
            `, ${i18n.t('{price} a {unit}', { price: naira(openBuy.price), unit: item.unit })}`}
        </span>
      </span>
      <Link to={joinPath(openBuy.id, item.quantity)} className="inline-flex min-h-11 items-center text-link">
        {i18n.t('Join with {units}', { units: countUnits(item.quantity, item.unit) })}
      </Link>
    </li>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Order last month’s goods again'), i18n.t('Last month’s goods at today’s prices.'))
}
