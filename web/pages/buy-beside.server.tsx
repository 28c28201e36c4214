import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import type { Api } from '#api/api.ts'
import { BuyFace } from '#web/group-buys/buy-face.tsx'
import { shopMessagesHtml } from '#web/group-buys/messages/shop-messages.server.tsx'
import { LotPhotographs } from '#web/group-buys/photographs/lot-photographs.tsx'
import { listLotPhotographs } from '#web/group-buys/photographs/queries.ts'
import { type BuyCardRow, type BuyDetails, listOtherBuys } from '#web/group-buys/queries.ts'
import { counted } from '#web/languages/counted.ts'
import { readProductRating } from '#web/products/page-queries.ts'
import { listQuestions } from '#web/products/question-queries.ts'
import { Questions } from '#web/products/questions.tsx'
import { DealGrid } from '#web/ui/cards/deal-card.tsx'
import { count } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { listProductReviews } from '#web/vendors/queries.ts'
import { ALL_REVIEWS_PARAM, Reviews, WHO_RATES } from '#web/vendors/reviews/reviews.tsx'

const REVIEWS_SHOWN = 3

interface BesideBuy {
  /** HTML of the shop's messages to the viewer. */
  fromShop: string
  /** The photographs of its goods; null without any. */
  photographs: ReactNode
  /** Reviews of the food, other buys of the shop, and questions. */
  below: ReactNode
}

interface BesideFacts {
  now: string
  open: boolean
  userId: string | null
  i18n: I18n
}

/** The parts of a buy's page from other features, without scripts. */
export async function readBesideBuy(
  api: Api,
  buy: BuyDetails,
  { now, open, userId, i18n }: BesideFacts,
): Promise<BesideBuy> {
  const productId = buy.product_id
  const [photographs, fromShop, rating, { reviews }, questions, others] = await Promise.all([
    listLotPhotographs(api, buy.id),
    shopMessagesHtml(api, buy.id, { userId, i18n }),
    // The buy can be joined without them.
    readProductRating(api, productId).catch(() => ({ rating: null, count: 0 })),
    listProductReviews(api, productId, { most: REVIEWS_SHOWN }),
    listQuestions(api, productId),
    listOtherBuys(api, buy, now),
  ])
  return {
    fromShop,
    photographs: photographs.length > 0 ? <LotPhotographs photographs={photographs} name={buy.product_name} /> : null,
    below: (
      <>
        {buy.vendor && rating.count > 0 && reviews.length > 0 && (
          <FoodReviews productId={productId} shopId={buy.vendor.id} rating={rating} reviews={reviews} />
        )}
        {buy.vendor && others.length > 0 && <OtherBuys shop={buy.vendor} buys={others} now={now} />}
        <Questions productId={productId} buyId={buy.id} open={open} {...questions} />
      </>
    ),
  }
}

interface FoodReviewsProps {
  productId: string
  shopId: string
  rating: { rating: number | null; count: number }
  reviews: Parameters<typeof Reviews>[0]['reviews']
}

/** The newest reviews of the buy's product, in this buy and others. */
function FoodReviews({ productId, shopId, rating, reviews }: FoodReviewsProps) {
  const { i18n } = useLingui()
  return (
    <section aria-labelledby="reviews">
      <SectionHeading id="reviews" action={<Rating value={rating.rating} amount={rating.count} />}>
        {i18n.t('What buyers say')}
      </SectionHeading>
      <p className="mb-2 max-w-measure text-14 text-soft">
        {counted(i18n, rating.count, {
          one: /*i18n*/ 'From {count} order that was collected.',
          many: /*i18n*/ 'From {count} orders that were collected.',
          count: count(rating.count),
        })}{' '}
        {i18n.t(WHO_RATES)}
      </p>
      <Reviews reviews={reviews} failure={null} shopId={shopId} />
      {rating.count > reviews.length && (
        <a
          href={`/products/${productId}?${ALL_REVIEWS_PARAM}#reviews`}
          className="mt-2 inline-flex min-h-11 items-center text-link"
        >
          {i18n.t('See all {count} ratings', { count: rating.count })}
        </a>
      )}
    </section>
  )
}

interface OtherBuysProps {
  shop: { id: string }
  buys: readonly BuyCardRow[]
  now: string
}

function OtherBuys({ shop, buys, now }: OtherBuysProps) {
  const { i18n } = useLingui()
  return (
    <section aria-labelledby="other-buys">
      <SectionHeading
        id="other-buys"
        action={
          <a href={`/shop/${shop.id}`} className="inline-flex min-h-11 items-center text-link">
            {i18n.t('See the shop')}
          </a>
        }
      >
        {i18n.t('More from this shop')}
      </SectionHeading>
      <DealGrid label={i18n.t('Open group buys')}>
        {buys.map((buy) => (
          <li key={buy.id}>
            <BuyFace buy={buy} now={now} headingLevel="h3" />
          </li>
        ))}
      </DealGrid>
    </section>
  )
}
