import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/cx.ts'
import { count, naira } from '#web/ui/format.ts'
import { Rating } from '#web/ui/rating.tsx'
import { deliveryTimeText } from './delivery-time-text.ts'
import type { VendorCardRow } from './queries.ts'

/** A small stall: name board, then the shop's record. The whole card links to the shop. */
export function VendorCard({ vendor }: { vendor: VendorCardRow }) {
  const { i18n } = useLingui()
  const { metrics } = vendor
  return (
    <article className="stall relative flex h-full flex-col">
      <div className="stall-awning shrink-0" aria-hidden />
      <div className="flex items-center gap-3 bg-cloth p-4 text-on-cloth">
        <Avatar name={vendor.business_name} src={vendor.logo_url} size="medium" />
        <div className="min-w-0">
          <h2
            className={cx('break-words', vendor.business_name.length > LONG_NAME ? 'text-16 text-pretty' : 'text-18')}
          >
            <Link
              to={`/shop/${vendor.id}`}
              className="no-underline after:absolute after:inset-0 hover:underline focus-visible:outline-oil"
            >
              {vendor.business_name}
            </Link>
          </h2>
          <p className="text-14">{vendor.location}</p>
        </div>
      </div>
      <div className="grid flex-1 content-between gap-3 border-t-2 border-ink p-4">
        <div>
          <Rating value={metrics?.rating ?? null} amount={metrics?.rating_count ?? 0} />
          {vendor.description && <p className="mt-2 line-clamp-2 text-14 text-soft">{vendor.description}</p>}
        </div>
        <dl className="grid gap-1 text-14">
          <Figure term={i18n.t('Orders completed')}>{count(metrics?.completed_orders ?? 0)}</Figure>
          <Figure term={i18n.t('Average delivery time')}>
            {deliveryTimeText(metrics?.average_delivery_time, i18n)}
          </Figure>
          <Figure term={i18n.t('Total revenue')}>{naira(metrics?.total_revenue ?? 0)}</Figure>
        </dl>
      </div>
    </article>
  )
}

/** In letters; a longer name would take half the card. */
const LONG_NAME = 36

function Figure({ term, children }: { term: string; children: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-soft">{term}</dt>
      <dd className="text-right font-semibold tabular-nums">{children}</dd>
    </div>
  )
}
