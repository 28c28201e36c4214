import { VENDOR_ON_TIME_PERCENT } from '#domain/limits.ts'
import { figureRules } from '#web/desk/figure-rules.ts'
import { count, longDay, naira } from '#web/ui/format.ts'
import type { Shop } from './queries.ts'
import { deliveryTimeText } from './words.ts'

/** The shop's record so far, and how each figure is calculated. */
export function ShopFigures({ shop }: { shop: Shop }) {
  const { metrics } = shop
  return (
    <>
      <dl className="mt-4 grid grid-cols-2 gap-x-8 gap-y-3 border-t border-grain pt-4 sm:flex sm:flex-wrap">
        <Figure term="Orders completed">{count(metrics?.completed_orders ?? 0)}</Figure>
        <Figure term="Average delivery time">
          {deliveryTimeText(metrics?.average_delivery_time) ?? 'None counted yet'}
        </Figure>
        <Figure term="Total revenue">{naira(metrics?.total_revenue ?? 0)}</Figure>
        <Figure term="Cancelled by the shop">{percentText(metrics?.cancellation_rate)}</Figure>
        <Figure term="Contested or upheld claims">{percentText(metrics?.dispute_rate)}</Figure>
        <Figure term="Here since">{longDay(shop.created_at)}</Figure>
      </dl>
      <details className="mt-4">
        <summary className="inline-flex min-h-11 items-center text-14 font-semibold text-adire underline underline-offset-4">
          How these figures are made
        </summary>
        <ul className="mt-1 grid max-w-measure gap-1 text-14 text-soft">
          <li>{figureRules.rating}</li>
          <li>
            {figureRules.onTime} Every vendor promises {VENDOR_ON_TIME_PERCENT}%.
          </li>
          <li>{figureRules.cancelled}</li>
          <li>{figureRules.disputed}</li>
          <li>{figureRules.delivery}</li>
          <li>{figureRules.revenue}</li>
        </ul>
      </details>
    </>
  )
}

const percentText = (rate: number | null | undefined) => (rate == null ? 'None counted yet' : `${rate}%`)

function Figure({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt className="text-14 text-soft">{term}</dt>
      <dd className="font-bold tabular-nums">{children}</dd>
    </div>
  )
}
