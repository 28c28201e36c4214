import { Link } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { SharesTable } from '#web/desk/figures/shares-table.tsx'
import { count } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { Column } from '#web/ui/tables/table.tsx'

export interface SoldProduct {
  product_id: string
  product_name: string
  unit: string
  orders: number
  promised_orders: number
  quantity: number
  goods: number
  vendor_id?: string
  vendor_name?: string | null
}

/** Best-selling products, with their shops for staff who oversee several. */
export function BestSelling({ products, all }: { products: readonly SoldProduct[]; all: number }) {
  return (
    <section className="mb-8">
      <SectionHeading id="best-selling">What sells best</SectionHeading>
      <SharesTable
        caption="Products by goods sold in the last twelve months"
        rows={products}
        rowKey={({ product_id: id }) => id}
        columns={columns}
        all={all}
        empty={<p className="text-soft">Products appear here from the first order on.</p>}
      />
    </section>
  )
}

const columns: Column<SoldProduct>[] = [
  {
    header: 'Product',
    heading: true,
    cell: ({ product_name: name, quantity, unit, vendor_id: vendor, vendor_name: shop }) => (
      <span className="block break-words sm:min-w-40">
        {name}
        <span className="block text-14 font-normal text-soft">
          {countUnits(quantity, unit)}
          {vendor && (
            <>
              ,{' '}
              <Link to={`/shop/${vendor}`} className="text-link">
                {shop ?? 'shop'}
              </Link>
            </>
          )}
        </span>
      </span>
    ),
  },
  { header: 'Orders', numeric: true, cell: ({ orders }) => count(orders) },
  { header: 'Promised', numeric: true, cell: ({ promised_orders: promised }) => count(promised) },
]
