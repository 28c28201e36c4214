import { Link } from 'react-router'
import { datedMoment } from '#web/ui/format.ts'
import { ActLine } from '../acts/act-line.tsx'
import type { HistoryEntry, RecordHistoryRows } from './record-queries.ts'
import { RecordSection } from './record-screen.tsx'

/** Acts about a record, and the staff who opened it. */
export function RecordHistory({ history: { entries, hasMore } }: { history: RecordHistoryRows }) {
  return (
    <RecordSection id="record-history" title="Who did and saw what">
      {entries.length === 0 && <p className="text-soft">Nothing is recorded yet.</p>}
      <ol className="grid gap-2 empty:hidden">
        {entries.map((entry, index) => (
          <li key={entry.id ?? `view-${index}`} className="border-t border-grain pt-2 first:border-t-0 first:pt-0">
            <span className="block max-w-measure wrap-anywhere">
              <Entry entry={entry} />
            </span>
            <span className="text-14 text-soft">{datedMoment(entry.at)}</span>
          </li>
        ))}
      </ol>
      {hasMore && (
        <Link
          to="?history=all#record-history"
          preventScrollReset
          className="mt-2 inline-flex min-h-11 items-center text-link"
        >
          Show the older ones
        </Link>
      )}
    </RecordSection>
  )
}

function Entry({ entry }: { entry: HistoryEntry }) {
  if (entry.id !== null) return <ActLine act={{ ...entry, id: entry.id }} />
  return (
    <>
      <strong>{entry.actor_name || 'A former colleague'}</strong> opened this record.
    </>
  )
}
