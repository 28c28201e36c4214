import { Link } from 'react-router'
import { Downloads } from '#web/desk/lists/downloads.tsx'
import { KeysetTable } from '#web/desk/lists/keyset-table.tsx'
import { ListFilters } from '#web/desk/lists/list-filters.tsx'
import { ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { count, datedDay, datedMoment, kobo } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import {
  type listPayouts,
  MAX_SHOPS,
  PAYOUT_FILTERS,
  type PayoutRow,
  type PayoutSum,
  type readPayoutAddress,
} from './payout-list.ts'
import { payoutStateText, payoutTone } from './payout-states.ts'

interface PayoutTableProps extends Pick<Awaited<ReturnType<typeof readPayoutAddress>>, 'query' | 'days'> {
  list: Awaited<ReturnType<typeof listPayouts>>
  /** The search matches more shops than are looked at. */
  hasMoreShops: boolean
  sums: readonly PayoutSum[] | null
  today: string
}

/** Payouts of the chosen days with their sums and filters. */
export function PayoutTable({ query, days, list, hasMoreShops, sums, today }: PayoutTableProps) {
  return (
    <>
      <ViewTabs />
      <ListFilters filters={PAYOUT_FILTERS} query={query} today={today} />
      {hasMoreShops && (
        <Notice tone="warning" className="mb-5">
          More than {MAX_SHOPS} shops have this in their name. Only payouts of the first {MAX_SHOPS} are shown and added
          up: type more of the name.
        </Notice>
      )}
      {sums && sums.length > 0 && (
        <div className="mb-6">
          <Table
            showCaption
            caption={`Sums of the chosen days: ${datedDay(days.from)} to ${datedDay(days.until)}${days.isCut ? ', at most 92 days at a time' : ''}`}
            columns={sumColumns}
            rows={sums}
            rowKey={({ status }) => status}
          />
        </div>
      )}
      <KeysetTable
        noun={{ one: 'payout', many: 'payouts' }}
        list={list}
        count={sums ? sums.reduce((total, { payouts }) => total + payouts, 0) : null}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No payout matches.">Other days or filters may have some.</EmptyState>}
      />
      {list.rows.length > 0 && <Downloads noun="payouts" />}
    </>
  )
}

const sumColumns: Column<PayoutSum>[] = [
  { header: 'State', heading: true, cell: ({ status }) => payoutStateText(status) },
  { header: 'Payouts', numeric: true, cell: ({ payouts }) => count(payouts) },
  { header: 'Shops', numeric: true, cell: ({ shops }) => count(shops) },
  {
    header: 'Amount',
    numeric: true,
    cell: ({ amount_kobo }) => <span className="whitespace-nowrap">{kobo(amount_kobo)}</span>,
  },
]

const columns: Column<PayoutRow>[] = [
  {
    header: 'Payout',
    heading: true,
    cell: ({ id, shop_name: shop, created_at: at }) => (
      <span className="block wrap-anywhere sm:min-w-44">
        <Link to={`/chief/payouts/${id}`} className="text-link">
          {shop}, {datedMoment(at)}
        </Link>
      </span>
    ),
  },
  {
    header: 'Shop',
    cell: ({ vendor_id: id, shop_name: shop }) => (
      <RecordLink kind="shop" id={id}>
        {shop}
      </RecordLink>
    ),
  },
  { header: 'State', cell: (payout) => <Badge tone={payoutTone(payout)}>{payoutStateText(payout.status)}</Badge> },
  { header: 'Bank', cell: ({ bank_name: bank, last_four: digits }) => `${bank} ending in ${digits}` },
  { header: 'Kind', cell: ({ weekly_for: day }) => (day ? `Weekly, ${datedDay(day)}` : 'Asked for') },
  {
    header: 'Amount',
    numeric: true,
    cell: ({ amount_kobo }) => <span className="whitespace-nowrap">{kobo(amount_kobo)}</span>,
  },
]
