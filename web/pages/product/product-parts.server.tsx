import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import type { Area } from '#domain/places/area-text.ts'
import type { ShopFulfilment } from '#domain/places/shop-fulfilment.ts'
import { FulfilmentWays } from '#web/places/fulfilment-ways.tsx'
import type { listQuestions } from '#web/products/question-queries.ts'
import { Questions } from '#web/products/questions.tsx'
import { staticMarkup } from '#web/rendering/static-markup.server.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Rating } from '#web/ui/rating.tsx'
import type { listProductReviews } from '#web/vendors/queries.ts'
import { ALL_REVIEWS_PARAM, Reviews, WHO_RATES } from '#web/vendors/reviews/reviews.tsx'

interface BesideProduct {
  productId: string
  shopId: string
  isOwn: boolean
  canStockpile: boolean
  questions: Awaited<ReturnType<typeof listQuestions>>
  reviews: Awaited<ReturnType<typeof listProductReviews>>
  /** 1 to 5; null without ratings. */
  rating: { rating: number | null; count: number }
  /** Null if they could not be read. */
  ways: ShopFulfilment | null
}

/** The static parts of a product's page, rendered to HTML on the server so that browsers load neither scripts nor data for them. */
export function productParts(product: BesideProduct, { i18n, area }: { i18n: I18n; area: Area | null }) {
  const { ways, canStockpile } = product
  const markup = (part: React.ReactNode) => staticMarkup(part, { i18n, shell: { area, savesData: false } })
  return {
    ways: ways ? markup(<FulfilmentWays ways={ways} area={area} canStockpile={canStockpile} />) : '',
    opinions: markup(<Opinions {...product} />),
  }
}

/** Questions about the product, and its reviews. */
function Opinions({ productId, shopId, isOwn, questions, reviews, rating }: BesideProduct) {
  const { i18n } = useLingui()
  return (
    <>
      <Questions productId={productId} open={!isOwn} {...questions} />
      <section aria-labelledby="reviews">
        <SectionHeading
          id="reviews"
          action={rating.count > 0 && <Rating value={rating.rating} amount={rating.count} />}
        >
          {i18n.t('What buyers say')}
        </SectionHeading>
        <Reviews reviews={reviews.reviews} failure={reviews.error} shopId={shopId} none={WHO_RATES} />
        {rating.count > reviews.reviews.length && (
          <a
            href={`/products/${productId}?${ALL_REVIEWS_PARAM}#reviews`}
            className="mt-2 inline-flex min-h-11 items-center text-link"
          >
            {i18n.t('See all {count} ratings', { count: rating.count })}
          </a>
        )}
        {reviews.reviews.length > 0 && <p className="mt-3 max-w-measure text-14 text-soft">{i18n.t(WHO_RATES)}</p>}
      </section>
    </>
  )
}
