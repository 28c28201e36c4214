import { datedMoment } from '#web/ui/format.ts'
import type { Column } from '#web/ui/tables/table.tsx'
import type { ClaimRow } from '../queries.ts'

/** For staff and shops, who sort by them. */
export const dayColumns: Column<ClaimRow>[] = [
  { header: 'Made', sort: 'made', cell: ({ created_at: at }) => <Moment at={at} /> },
  {
    header: 'Decide by',
    sort: 'due',
    cell: ({ decide_by: at, ended_at: ended }) => !ended && at && <Moment at={at} />,
  },
]

const Moment = ({ at }: { at: string }) => <span className="whitespace-nowrap">{datedMoment(at)}</span>
