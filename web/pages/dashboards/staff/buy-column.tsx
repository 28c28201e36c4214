import { Link } from 'react-router'
import type { Column } from '#web/ui/tables/table.tsx'

interface BuyColumnRow {
  id: string
  product_name: string
  vendor: { business_name: string; state: string }
}

/** A column with the buy, linked to its page, and its shop. */
export function buyColumn<Buy extends BuyColumnRow>(base = ''): Column<Buy> {
  return {
    header: 'Group buy',
    heading: true,
    cell: ({ id, product_name: name, vendor }) => (
      <span className="block break-words sm:min-w-36">
        <Link to={base ? `${base}/buys/${id}` : `/group-buys/${id}`} className="text-link">
          {name}
        </Link>
        <span className="block text-14 font-normal text-soft">
          {vendor.business_name}, {vendor.state}
        </span>
      </span>
    ),
  }
}
