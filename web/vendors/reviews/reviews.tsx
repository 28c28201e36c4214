import { Trans, useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { longDay } from '#web/ui/format.ts'
import { Rating } from '#web/ui/rating.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Review } from '../queries.ts'

interface ReviewsProps {
  reviews: readonly Review[]
  failure: string | null
  shopId: string
  /** Shown while there are none: what reviews are about, and who can rate. */
  none?: string
}

/** Reviews by buyers after collection, newest first, without names. */
export function Reviews({ reviews, failure, shopId, none = OF_SHOP }: ReviewsProps) {
  const { i18n } = useLingui()
  if (failure) return <ErrorState message={failure} />
  if (reviews.length === 0) {
    return <EmptyState title={i18n.t('No ratings yet.')}>{i18n.t(none)}</EmptyState>
  }
  return (
    <ul className="grid max-w-measure divide-y divide-grain border-y border-grain">
      {reviews.map(({ id, rating, comment, reply, created_at: at }) => (
        <li key={id} className="py-4">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <Rating value={rating} />
            <p className="text-14 text-soft">{longDay(at)}</p>
          </div>
          {comment && <p className="mt-1 break-words">{comment}</p>}
          {reply && (
            <p className="mt-2 border-l-4 border-grain pl-3 break-words">
              <Trans
                id="<shop>The shop replied:</shop> {reply}"
                components={{ shop: <span className="font-semibold" /> }}
                values={{ reply: <>{reply}</> }}
              />
            </p>
          )}
          {comment && (
            <Link
              to={`/shop/${shopId}/ratings/${id}`}
              rel="nofollow"
              className="inline-flex min-h-11 items-center text-14 text-soft underline underline-offset-4"
            >
              {i18n.t('Report')}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Beside ratings of a product: their rule. */
export const WHO_RATES =
  /*i18n*/ 'Only people who got an order with this product can rate it, once for each order. Their names are not shown; the vendor can reply once.'

/** In the address of a product's page that shows all of its ratings. */
export const ALL_REVIEWS_PARAM = 'reviews=all'

const OF_SHOP = /*i18n*/ 'Everyone who collects an order here can rate it. Ratings appear here.'
