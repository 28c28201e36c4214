import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { kindTexts } from '#domain/receipts/paper.ts'
import { datedDay, kobo } from '#web/ui/format.ts'
import type { Column } from '#web/ui/table.tsx'
import { PagedTable } from '../desk/paged-table.tsx'
import type { ListPage } from '../list-page.ts'
import type { ListedDocument } from './queries.ts'

interface Props {
  list: ListPage<ListedDocument>
  page: number
  path: string
  /** Who stands on the other side. */
  who: 'shop' | 'buyer'
  empty: ReactNode
}

export function DocumentTable({ list, page, path, who, empty }: Props) {
  return (
    <PagedTable
      caption="Receipts and invoices"
      noun={{ one: 'document', many: 'documents' }}
      list={list}
      columns={[...COLUMNS, WHO[who], AMOUNT]}
      rowKey={({ id }) => id}
      page={page}
      path={path}
      lost="Nothing has been lost."
      empty={empty}
    />
  )
}

const COLUMNS: Column<ListedDocument>[] = [
  {
    header: 'Number',
    heading: true,
    cell: ({ number }) => (
      <Link to={`/account/receipts/${number}`} className="text-link whitespace-nowrap">
        {number}
      </Link>
    ),
  },
  { header: 'Kind', cell: ({ kind }) => kindTexts[kind] },
  { header: 'Issued', cell: ({ issued_at }) => datedDay(issued_at) },
  { header: 'Order', cell: ({ orders }) => orders },
]

const WHO: Record<Props['who'], Column<ListedDocument>> = {
  shop: { header: 'Shop', cell: ({ shop }) => shop },
  buyer: { header: 'Buyer', cell: ({ buyer }) => buyer },
}

const AMOUNT: Column<ListedDocument> = {
  header: 'Amount',
  numeric: true,
  cell: ({ amount_kobo }) => kobo(amount_kobo),
}
