import type { ReactNode } from 'react'
import { Pagination } from '#web/ui/pagination.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { addressOf } from '../list-page.ts'
import type { Outcome } from './desk.ts'
import { ListFailure } from './outcome-notice.tsx'

export interface DeskListProps<Row> {
  /** What is listed: "Adverts". */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  failure: Outcome | null
  empty: ReactNode
  page: number
  pageCount: number
  /** The page's parameters with their values; empty ones are left out. */
  path: string
  chosen?: Readonly<Record<string, string>>
}

/** One page of a content desk table, or why it could not be read. */
export function DeskList<Row extends { id: string }>(props: DeskListProps<Row>) {
  const { caption, columns, rows, failure, empty, page, pageCount, path, chosen } = props
  return (
    <>
      {failure ? (
        <ListFailure failure={failure} />
      ) : (
        <Table caption={caption} columns={columns} rows={rows} rowKey={({ id }) => id} empty={empty} />
      )}
      <Pagination
        page={page}
        pageCount={pageCount}
        linkTo={(to) => addressOf(path, { ...chosen, page: to })}
        label={caption.toLowerCase()}
      />
    </>
  )
}
