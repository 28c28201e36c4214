import { PagedTable, type PagedTableProps } from '#web/desk/lists/paged-table.tsx'
import type { ListFailure } from './desk.ts'

type TableOptions<Row> = Pick<PagedTableProps<Row>, 'caption' | 'columns' | 'empty'>

interface DeskListProps<Row> extends TableOptions<Row> {
  rows: Row[]
  page: number
  filters: Readonly<Record<string, string>>
  pageCount: number
  failure: ListFailure | null
}

/** One page of a content desk's table, or why it could not be read. */
export function DeskList<Row extends { id: string }>(props: DeskListProps<Row>) {
  const { rows, page, pageCount, failure, filters, ...options } = props
  return (
    <PagedTable
      {...options}
      list={{ rows, pageCount, failure: failure?.text ?? null }}
      detail={failure?.detail}
      query={{ ...filters, page }}
      rowKey={({ id }) => id}
    />
  )
}
