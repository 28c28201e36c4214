import { Link } from 'react-router'
import { apiContext } from '#web/context.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { kobo } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/vat.ts'
import { listVatMonths, type VatMonth } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return listVatMonths(context.get(apiContext))
}

/** The market's fee income by month, with the VAT included in it. */
export default function Vat({ loaderData: { months, failure } }: Route.ComponentProps) {
  return (
    <ListScreen
      title="VAT in fee income"
      lead={
        <>
          Fees contain VAT at the rate of the day they were earned, which is the day of hand-over. The rate is in the{' '}
          <Link to="/chief/settings" className="text-link">
            settings
          </Link>
          .
        </>
      }
      caption="VAT by month"
      list={{ rows: months, failure }}
      columns={COLUMNS}
      rowKey={({ month, vat_bps }) => `${month} ${vat_bps}`}
      empty={
        <EmptyState title="No fees have been earned yet.">
          Fees are earned when goods are handed over; the first month appears then.
        </EmptyState>
      }
    />
  )
}

const MONTH = new Intl.DateTimeFormat('en-NG', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const COLUMNS: Column<VatMonth>[] = [
  { header: 'Month', heading: true, cell: ({ month }) => MONTH.format(new Date(`${month}T00:00:00Z`)) },
  { header: "Buyers' fees", numeric: true, cell: ({ buyer_fee_kobo }) => kobo(buyer_fee_kobo ?? 0) },
  { header: "Vendors' fees", numeric: true, cell: ({ vendor_fee_kobo }) => kobo(vendor_fee_kobo ?? 0) },
  { header: 'Delivery', numeric: true, cell: ({ delivery_kobo }) => kobo(delivery_kobo ?? 0) },
  { header: 'Handling', numeric: true, cell: ({ handling_kobo }) => kobo(handling_kobo ?? 0) },
  { header: 'Income', numeric: true, cell: ({ income_kobo }) => kobo(income_kobo ?? 0) },
  { header: 'VAT rate', numeric: true, cell: ({ vat_bps }) => `${(vat_bps ?? 0) / 100}%` },
  { header: 'VAT included', numeric: true, cell: ({ vat_kobo }) => <strong>{kobo(vat_kobo ?? 0)}</strong> },
]

export const meta: Route.MetaFunction = () => pageMeta('VAT in fee income', 'VAT contained in fees, month by month.')
