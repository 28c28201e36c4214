import type { ActionOutcome } from '../desk/outcome.tsx'
import { PagedTable, type PagedTableProps } from '../desk/paged-table.tsx'

type TableOptions<Row> = Pick<PagedTableProps<Row>, 'caption' | 'columns' | 'empty' | 'page' | 'path' | 'filters'>

interface DeskListProps<Row> extends TableOptions<Row> {
  rows: Row[]
  pageCount: number
  failure: ActionOutcome | null
}

/** One page of a content desk's table, or why it could not be read. */
export function DeskList<Row extends { id: string }>({ rows, pageCount, failure, ...options }: DeskListProps<Row>) {
  return (
    <PagedTable
      {...options}
      stacked={false}
      list={{ rows, pageCount, failure: failure?.text ?? null }}
      detail={failure?.detail}
      rowKey={({ id }) => id}
    />
  )
}
