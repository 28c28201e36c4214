import { useLingui } from '@lingui/react'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { productAddress } from './address.ts'
import type { UnavailableProduct } from './page-queries.ts'

/** Shown for a product that is no longer sold, or whose shop is not open. */
export function ProductUnavailable({ product }: { product: UnavailableProduct }) {
  const { i18n } = useLingui()
  const {
    name,
    category,
    image_url: picture,
    vendor_id: shop,
    business_name: shopName,
    is_archived: isArchived,
  } = product
  return (
    <div className="mb-12 flex flex-col items-start gap-6 md:flex-row md:items-center md:gap-10">
      <Picture
        src={picture}
        alt=""
        width={160}
        height={160}
        className="size-40 rounded-card bg-kraft object-contain p-3 opacity-60"
      />
      <div className="min-w-0">
        <PageHeading
          lead={
            isArchived
              ? i18n.t('No longer sold. Orders that you placed for it are safe.')
              : i18n.t('Its shop is not open at the moment. Orders that you placed for it are safe.')
          }
        >
          {name}
        </PageHeading>
        <div className="flex flex-wrap gap-3">
          {shop && <LinkButton to={`/shop/${shop}`}>{i18n.t('See {name}', { name: shopName })}</LinkButton>}
          <LinkButton to={productAddress({ category })} tone="plain">
            {i18n.t('See similar products')}
          </LinkButton>
          <LinkButton to="/account/orders" tone="quiet">
            {i18n.t('Your orders')}
          </LinkButton>
        </div>
      </div>
    </div>
  )
}
