import { count, datedDay, kobo } from '#web/ui/format.ts'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { PaymentSum } from './payment-list.ts'
import { paymentStateText } from './payment-states.ts'

interface PaymentSumsProps {
  sums: readonly PaymentSum[]
  days: { from: string; until: string }
}

/** Sums of the filtered payments, by status and in total, over all pages of the list. */
export function PaymentSums({ sums, days }: PaymentSumsProps) {
  return (
    <div className="mb-6">
      <Table
        showCaption
        caption={`Sums of the chosen days: ${datedDay(days.from)} to ${datedDay(days.until)}`}
        columns={columns}
        rows={sums.length > 1 ? [...sums, totalOf(sums)] : sums}
        rowKey={({ status }) => status}
      />
    </div>
  )
}

const TOTAL = 'total'

const totalOf = (sums: readonly PaymentSum[]): PaymentSum =>
  sums.reduce((total, sum) => ({
    status: TOTAL,
    payments: total.payments + sum.payments,
    amount_kobo: total.amount_kobo + sum.amount_kobo,
    peps_kobo: total.peps_kobo + sum.peps_kobo,
    received_kobo: total.received_kobo + sum.received_kobo,
    gateway_fee_kobo: total.gateway_fee_kobo + sum.gateway_fee_kobo,
    charged_back_kobo: total.charged_back_kobo + sum.charged_back_kobo,
  }))

const amount = (header: string, of: (sum: PaymentSum) => number): Column<PaymentSum> => ({
  header,
  numeric: true,
  cell: (sum) => <span className="whitespace-nowrap">{kobo(of(sum))}</span>,
})

const columns: Column<PaymentSum>[] = [
  {
    header: 'State',
    heading: true,
    cell: ({ status }) => (status === TOTAL ? 'Together' : paymentStateText({ status, trouble: null })),
  },
  { header: 'Payments', numeric: true, cell: ({ payments }) => count(payments) },
  amount('Asked for', (sum) => sum.amount_kobo),
  amount('Of it in PEPS', (sum) => sum.peps_kobo),
  amount('Came in', (sum) => sum.received_kobo),
  amount('Gateway fees', (sum) => sum.gateway_fee_kobo),
  amount('Taken back', (sum) => sum.charged_back_kobo),
]
