import { datedDay } from '#web/ui/format.ts'
import { RecordLink } from './record-link.tsx'
import type { listDueCalls } from './record-queries.ts'

/** Calls that were promised for today or before, each with its record. */
export function DueCalls({ calls }: { calls: Awaited<ReturnType<typeof listDueCalls>> }) {
  return (
    <ul className="divide-y divide-grain rounded-card border border-grain bg-card">
      {calls.map(
        ({ id, record_kind: kind, record_id: record, record_name: name, text, next_call_on: on, author_name }) => (
          <li key={id} className="px-4 py-2">
            <span className="flex min-h-11 flex-wrap items-center gap-x-2">
              <strong>Call again:</strong>
              <RecordLink kind={kind} id={record}>
                {name}
              </RecordLink>
            </span>
            <p className="line-clamp-2 wrap-anywhere">{text}</p>
            <p className="text-14 text-soft">
              Promised for {datedDay(on)} by {author_name || 'a former colleague'}
            </p>
          </li>
        ),
      )}
    </ul>
  )
}
