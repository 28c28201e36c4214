import { useState } from 'react'
import { Link } from 'react-router'
import { bulkQuantityFault } from '#domain/products/bulk-quantity.ts'
import { countUnits } from '#domain/products/units.ts'
import { Button } from '#web/ui/button.tsx'
import { DealCard } from '#web/ui/deal-card.tsx'
import { day } from '#web/ui/format.ts'
import { PriceTag } from '#web/ui/price-tag.tsx'
import { stallPicture } from '#web/ui/stall-picture.ts'
import { showToast } from '#web/ui/toast.tsx'
import { useCart } from '../cart/store.ts'
import type { ProductCardRow } from './queries.ts'

interface ProductCardProps {
  product: ProductCardRow
  /** Today in Lagos, 'YYYY-MM-DD'. */
  today: string
  eager?: boolean
  headingLevel?: 'h2' | 'h3'
  /** On the shop's own page, where its name is not repeated. */
  inShop?: boolean
  /** Buttons of content staff. */
  staff?: React.ReactNode
}

/** A product on sale. Add to Cart adds the minimum quantity. */
export function ProductCard({ product, today, eager = false, staff, ...look }: ProductCardProps) {
  const { headingLevel = 'h2', inShop = false } = look
  const sellable =
    product.available_quantity >= product.min_quantity && (!product.share_date || product.share_date >= today)
  return (
    <DealCard
      name={product.name}
      picture={stallPicture(product.image_url, { unit: product.unit, seller: product.vendor.id })}
      {...(!inShop && {
        place: `${product.vendor.business_name}, ${product.vendor_location}`,
        to: `/shop/${product.vendor.id}#${product.id}`,
      })}
      eager={eager}
      headingLevel={headingLevel}
      priceTag={<PriceTag price={product.base_price} unit={product.unit} />}
      action={
        sellable ? <AddToCart product={product} /> : <p className="font-semibold text-soft">{whyNot(product, today)}</p>
      }
    >
      <p className="text-14 text-soft">{facts(product, today).join(' · ')}</p>
      {staff}
    </DealCard>
  )
}

function AddToCart({ product }: { product: ProductCardRow }) {
  const add = useCart((cart) => cart.add)
  const inCart = useCart(({ items }) => items.find(({ productId }) => productId === product.id)?.quantity ?? 0)
  const [refused, setRefused] = useState<string | null>(null)
  const press = () => {
    const { id, name, base_price, unit, min_quantity, image_url } = product
    const fault = bulkQuantityFault(inCart + min_quantity, product)
    setRefused(fault && `${fault} Your cart has ${countUnits(inCart, unit)}.`)
    if (fault) return
    add({ productId: id, name, price: base_price, quantity: min_quantity, unit, image: image_url ?? '' })
    showToast(
      <>
        {countUnits(min_quantity, unit)} added: {name}.{' '}
        <Link to="/cart" className="underline underline-offset-2">
          See the cart
        </Link>
      </>,
    )
  }
  return (
    <div className="grid gap-2">
      <Button type="button" wide aria-label={`Add to Cart: ${product.name}`} onClick={press}>
        Add to Cart
      </Button>
      {refused && (
        <p role="alert" className="text-14 font-semibold text-pepper">
          {refused}
        </p>
      )}
    </div>
  )
}

function facts({ share_date, min_quantity, max_quantity, unit, weight }: ProductCardRow, today: string): string[] {
  return [
    share_date !== null && share_date >= today ? `Shared on ${day(share_date)}` : null,
    share_date === null ? 'No sharing day set' : null,
    weight || null,
    min_quantity > 1 ? `at least ${countUnits(min_quantity, unit)}` : null,
    max_quantity !== null ? `at most ${countUnits(max_quantity, unit)}` : null,
  ].filter((fact) => fact !== null)
}

function whyNot(product: ProductCardRow, today: string): string {
  if (product.share_date && product.share_date < today)
    return 'Between sharing days. Back when the vendor sets the next one.'
  return 'Sold out for now'
}
