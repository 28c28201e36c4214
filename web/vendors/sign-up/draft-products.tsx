import { Link } from 'react-router'
import { LinkButton } from '#web/ui/button.tsx'
import { Price } from '#web/ui/facts/price.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { DraftProduct } from './queries.ts'

/** Products an applicant prepares during the review; listed once the shop is approved. */
export function DraftProducts({ desk, products }: { desk: string; products: readonly DraftProduct[] }) {
  return (
    <section aria-labelledby="draft-products" className="mb-10 max-w-[760px]">
      <SectionHeading id="draft-products">Your products so far</SectionHeading>
      <p className="mb-4 text-soft">Only you and our staff see them. Buyers will, as soon as your shop is approved.</p>
      {products.length > 0 && (
        <ul className="mb-4 divide-y divide-grain border-y border-grain">
          {products.map(({ id, name, base_price: price, unit }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 py-3">
              <Link to={`${desk}/${id}`} className="min-w-0 break-words text-link">
                {name}
              </Link>
              <span className="whitespace-nowrap">
                <Price naira={price} /> a {unit}
              </span>
            </li>
          ))}
        </ul>
      )}
      <LinkButton to={`${desk}/new`} tone="plain">
        Add a product
      </LinkButton>
    </section>
  )
}
