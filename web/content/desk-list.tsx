import { PagedTable, type PagedTableProps } from '#web/desk/lists/paged-table.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { ListFailure } from './desk.ts'

type TableOptions<Row> = Pick<PagedTableProps<Row>, 'caption' | 'noun' | 'columns' | 'empty' | 'sort' | 'bulk'>

interface DeskListProps<Row> extends TableOptions<Row> {
  rows: Row[]
  page: number
  filters: Readonly<Record<string, string>>
  pageCount: number
  count: number | null
  failure: ListFailure | null
}

/** One page of a content desk's table, or why it could not be read. */
export function DeskList<Row extends { id: string }>(props: DeskListProps<Row>) {
  const { rows, page, pageCount, count, failure, filters, ...options } = props
  return (
    <PagedTable
      {...options}
      list={{ rows, pageCount, count: count ?? rows.length, failure: failure?.text ?? null }}
      detail={failure?.detail}
      query={{ ...filters, page }}
      rowKey={({ id }) => id}
    />
  )
}

/** The empty state of a list whose filters match nothing. `what`: "advert". */
export const NothingMatches = ({ what }: { what: string }) => (
  <EmptyState title={`No ${what} matches.`}>Remove a filter to see more.</EmptyState>
)
