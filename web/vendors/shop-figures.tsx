import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { VENDOR_ON_TIME_PERCENT } from '#domain/limits.ts'
import { figureRules } from '#web/desk/figures/figure-rules.ts'
import { count, longDay, naira } from '#web/ui/format.ts'
import { deliveryTimeText, NONE_COUNTED } from './delivery-time-text.ts'
import type { OpenShop } from './queries.ts'

/** The shop's record, with a definition of each figure. */
export function ShopFigures({ shop }: { shop: OpenShop }) {
  const { i18n } = useLingui()
  const { metrics } = shop
  return (
    <>
      <dl className="mt-4 grid grid-cols-2 gap-x-8 gap-y-3 border-t border-grain pt-4 sm:flex sm:flex-wrap">
        <Figure term={i18n.t('Orders completed')}>{count(metrics?.completed_orders ?? 0)}</Figure>
        <Figure term={i18n.t('Average delivery time')}>{deliveryTimeText(metrics?.average_delivery_time, i18n)}</Figure>
        <Figure term={i18n.t('Total revenue')}>{naira(metrics?.total_revenue ?? 0)}</Figure>
        <Figure term={i18n.t('Cancelled by the shop')}>{percentText(metrics?.cancellation_rate, i18n)}</Figure>
        <Figure term={i18n.t('Contested or upheld claims')}>{percentText(metrics?.dispute_rate, i18n)}</Figure>
        <Figure term={i18n.t('Here since')}>{longDay(shop.created_at)}</Figure>
      </dl>
      <details className="mt-4">
        <summary className="inline-flex min-h-11 items-center text-14 font-semibold text-adire underline underline-offset-4">
          {i18n.t('How we count these figures')}
        </summary>
        <ul className="mt-1 grid max-w-measure gap-1 text-14 text-soft">
          <li>{i18n.t(figureRules.rating)}</li>
          <li>
            {i18n.t(figureRules.onTime)}{' '}
            {i18n.t('Every vendor promises {percent}%.', { percent: VENDOR_ON_TIME_PERCENT })}
          </li>
          <li>{i18n.t(figureRules.cancelled)}</li>
          <li>{i18n.t(figureRules.disputed)}</li>
          <li>{i18n.t(figureRules.delivery)}</li>
          <li>{i18n.t(figureRules.revenue)}</li>
        </ul>
      </details>
    </>
  )
}

const percentText = (rate: number | null | undefined, i18n: I18n) => (rate == null ? i18n.t(NONE_COUNTED) : `${rate}%`)

function Figure({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt className="text-14 text-soft">{term}</dt>
      <dd className="font-bold tabular-nums">{children}</dd>
    </div>
  )
}
