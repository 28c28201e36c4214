import { useLingui } from '@lingui/react'
import { useLocation } from 'react-router'
import { LinkButton } from '#web/ui/button.tsx'
import { DealGrid } from '#web/ui/cards/deal-card.tsx'
import { cx } from '#web/ui/cx.ts'
import { useHydrated } from '#web/ui/hydrated.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { ProductCard } from './product-card.tsx'
import type { ProductCardRow } from './queries.ts'

interface ShopProductsProps {
  products: readonly ProductCardRow[]
  /** The shop's total number of products. */
  count: number
  /** Message shown instead of the list. */
  error: string | null
  /** Today in Lagos, 'YYYY-MM-DD'. */
  today: string
  /** Path of the full list. */
  moreAt: string
}

/** One shop's products. Each has a fragment, `#<id>`, and is highlighted when it is the target. */
export function ShopProducts({ products, count, error, today, moreAt }: ShopProductsProps) {
  const { i18n } = useLingui()
  const { hash } = useLocation()
  const hydrated = useHydrated()
  if (error) return <ErrorState message={error} />
  if (products.length === 0) {
    return (
      <EmptyState title={i18n.t('This shop has nothing for sale today.')}>
        {i18n.t('You will see this shop’s new products here.')}
      </EmptyState>
    )
  }
  return (
    <>
      <DealGrid label={i18n.t('Products')}>
        {products.map((product) => (
          <li
            key={product.id}
            id={product.id}
            className={cx(
              'rounded-card target:outline-3 target:outline-oil',
              hydrated && hash === `#${product.id}` && 'outline-3 outline-oil',
            )}
          >
            <ProductCard product={product} today={today} headingLevel="h3" inShop />
          </li>
        ))}
      </DealGrid>
      {count > products.length && (
        <LinkButton to={moreAt} tone="plain" className="mt-6">
          {i18n.t('See all {count} products', { count })}
        </LinkButton>
      )}
    </>
  )
}
