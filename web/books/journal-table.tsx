import { Link } from 'react-router'
import { type OrderState, orderStateLabels } from '#domain/orders/states.ts'
import { PagedTable } from '#web/desk/lists/paged-table.tsx'
import { type ListPage, pathWithParams } from '#web/list-page.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { datedMoment, kobo } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { accountName, movementName } from './account-texts.ts'
import { type JournalKey, type JournalLine, LINE_ORDER } from './queries.ts'

interface JournalTableProps {
  list: ListPage<JournalLine>
  journal: JournalKey
  page: number
}

/** A journal, in the order of the address. */
export function JournalTable({ list, journal, page }: JournalTableProps) {
  const columns = journal.of === 'account' ? accountColumns(journal.id) : [when, what, sides, amount, order]
  return (
    <PagedTable
      noun={{ one: 'line', many: 'lines' }}
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      query={{ page }}
      sort={LINE_ORDER}
      empty={<EmptyState title="No entries here.">Every movement of money appears here at once.</EmptyState>}
    />
  )
}

export const DownloadJournal = ({ journal }: { journal: JournalKey }) => (
  <a
    href={pathWithParams('/chief/ledger/lines.csv', { ...journal })}
    download
    className={buttonClass({ tone: 'plain' })}
  >
    Download CSV
  </a>
)

const when: Column<JournalLine> = {
  header: 'When',
  sort: 'when',
  cell: ({ posted_at: at }) => <span className="whitespace-nowrap">{datedMoment(at)}</span>,
}

const what: Column<JournalLine> = {
  header: 'What',
  heading: true,
  cell: (line) => (
    <span className="block sm:min-w-44">
      {movementName(line)}
      <span className="block text-14 font-normal break-all text-soft">{line.key}</span>
      {line.reason && <span className="block text-14 font-normal break-words">{line.reason}</span>}
    </span>
  ),
}

const sides: Column<JournalLine> = {
  header: 'Debit and credit',
  cell: ({ debit_id, debit_kind, credit_id, credit_kind }) => (
    <span className="block text-14">
      <Side label="Debit" id={debit_id} kind={debit_kind} />
      <Side label="Credit" id={credit_id} kind={credit_kind} />
    </span>
  ),
}

function Side({ label, id, kind }: { label: string; id: string; kind: string }) {
  return (
    <span className="block">
      {label}:{' '}
      <Link to={`/chief/ledger/accounts/${id}`} className="text-link">
        {accountName(kind)}
      </Link>
    </span>
  )
}

const amount: Column<JournalLine> = {
  header: 'Amount',
  numeric: true,
  sort: 'amount',
  cell: ({ amount_kobo }) => kobo(amount_kobo),
}

const order: Column<JournalLine> = {
  header: 'Order',
  cell: ({ order_id, order_no, order_status }) =>
    order_id === null ? (
      <span className="text-soft">None</span>
    ) : (
      <span className="whitespace-nowrap">
        <Link to={`/chief/ledger/orders/${order_id}`} className="text-link">
          {order_no}
        </Link>
        <span className="block text-14 text-soft">{orderStateLabels[order_status as OrderState] ?? order_status}</span>
      </span>
    ),
}

/** On one account's journal, the account's own side is a column and only the other side is named. */
const accountColumns = (id: string): Column<JournalLine>[] => [
  when,
  what,
  {
    header: 'Other account',
    cell: (line) =>
      line.debit_id === id ? (
        <Other id={line.credit_id} kind={line.credit_kind} />
      ) : (
        <Other id={line.debit_id} kind={line.debit_kind} />
      ),
  },
  {
    header: 'Debit',
    numeric: true,
    cell: (line) => (line.debit_id === id ? kobo(line.amount_kobo) : ''),
  },
  {
    header: 'Credit',
    numeric: true,
    cell: (line) => (line.debit_id === id ? '' : kobo(line.amount_kobo)),
  },
  order,
]

const Other = ({ id, kind }: { id: string; kind: string }) => (
  <Link to={`/chief/ledger/accounts/${id}`} className="text-14 text-link">
    {accountName(kind)}
  </Link>
)
