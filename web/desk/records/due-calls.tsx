import { datedDay } from '#web/ui/format.ts'
import type { Column } from '#web/ui/tables/table.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { RecordLink } from './record-link.tsx'
import { type DueCall, type listDueCalls, MAX_DUE_CALLS } from './record-queries.ts'

/** The order of the calls in the address. */
export const CALL_SORTS = { due: 'next_call_on' }

/** Calls that were promised for today or before, each with its record. They are sorted by the day. */
export function DueCalls({ calls: { rows, isCut } }: { calls: Awaited<ReturnType<typeof listDueCalls>> }) {
  return (
    <>
      <ListTable
        caption="Calls to make again"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        empty={null}
        sort="due"
      />
      {isCut && (
        <p className="mt-2 text-14 text-soft">{MAX_DUE_CALLS} are shown. The others follow as these are done.</p>
      )}
    </>
  )
}

const COLUMNS: Column<DueCall>[] = [
  {
    header: 'Call again',
    heading: true,
    cell: ({ record_kind: kind, record_id: record, record_name: name }) => (
      <span className="block break-words sm:min-w-40">
        <RecordLink kind={kind} id={record}>
          {name}
        </RecordLink>
      </span>
    ),
  },
  {
    header: 'What was said',
    wide: true,
    cell: ({ text }) => <span className="line-clamp-2 max-w-measure wrap-anywhere">{text}</span>,
  },
  {
    header: 'Promised for',
    sort: 'due',
    cell: ({ next_call_on: on }) => <span className="whitespace-nowrap">{datedDay(on)}</span>,
  },
  { header: 'By', cell: ({ author_name: author }) => author || 'a former colleague' },
]
