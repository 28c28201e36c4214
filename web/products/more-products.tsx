import type { ReactNode } from 'react'
import { DealGrid } from '#web/ui/cards/deal-card.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { ProductCard } from './product-card.tsx'
import type { ProductCardRow } from './queries.ts'

interface MoreProductsProps {
  id: string
  title: string
  products: readonly ProductCardRow[]
  /** Link to the full list. */
  all: ReactNode
  /** Today in Lagos, 'YYYY-MM-DD'. */
  today: string
  /** True on a list of one shop, where its name is not repeated. */
  inShop?: boolean
}

/** Related products below a product; nothing if there are none. */
export function MoreProducts({ id, title, products, all, today, inShop = false }: MoreProductsProps) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <SectionHeading id={id} action={all}>
        {title}
      </SectionHeading>
      <DealGrid label={title}>
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} today={today} headingLevel="h3" inShop={inShop} brief />
          </li>
        ))}
      </DealGrid>
    </section>
  )
}
