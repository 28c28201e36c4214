import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { kindTexts } from '#domain/receipts/paper.ts'
import { PagedTable } from '#web/desk/lists/paged-table.tsx'
import { counted } from '#web/languages/counted.ts'
import type { ListPage } from '#web/list-page.ts'
import { datedDay, kobo } from '#web/ui/format.ts'
import type { Column } from '#web/ui/tables/table.tsx'
import type { ListedDocument } from './queries.ts'

interface DocumentTableProps {
  list: ListPage<ListedDocument>
  page: number
  /** The other party, shown in its own column. */
  otherParty: 'shop' | 'buyer'
  empty: ReactNode
}

export function DocumentTable({ list, page, otherParty, empty }: DocumentTableProps) {
  const { i18n } = useLingui()
  return (
    <>
      {!list.failure && (
        <p role="status" className="mb-3 text-14 text-soft">
          {counted(i18n, list.count, { one: /*i18n*/ '{count} document', many: /*i18n*/ '{count} documents' })}
        </p>
      )}
      <PagedTable
        caption={i18n.t('Receipts and invoices')}
        list={list}
        columns={columnsOf(i18n, otherParty)}
        rowKey={({ id }) => id}
        query={{ page }}
        lost={i18n.t('Nothing is lost.')}
        empty={empty}
      />
    </>
  )
}

function columnsOf(i18n: I18n, otherParty: DocumentTableProps['otherParty']): Column<ListedDocument>[] {
  return [
    {
      header: i18n.t('Number'),
      heading: true,
      cell: ({ number }) => (
        <Link to={`/account/receipts/${number}`} className="text-link whitespace-nowrap">
          {number}
        </Link>
      ),
    },
    { header: i18n.t('Kind'), cell: ({ kind }) => i18n.t(kindTexts[kind]) },
    { header: i18n.t('Issued'), cell: ({ issued_at }) => datedDay(issued_at) },
    { header: i18n.t('Order'), cell: ({ orders }) => orders },
    otherParty === 'shop'
      ? { header: i18n.t('Shop'), cell: ({ shop }) => shop }
      : { header: i18n.t('Buyer'), cell: ({ buyer }) => buyer },
    { header: i18n.t('Amount'), numeric: true, cell: ({ amount_kobo }) => kobo(amount_kobo) },
  ]
}
