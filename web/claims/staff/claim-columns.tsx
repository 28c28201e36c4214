import { MomentCell } from '#web/desk/moment-cell.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { ClaimRow } from '../queries.ts'

/** For staff and shops, who sort by them. */
export const dayColumns: Column<ClaimRow>[] = [
  { header: 'Made', sort: 'made', cell: ({ created_at: at }) => <MomentCell at={at} /> },
  {
    header: 'Decide by',
    sort: 'due',
    cell: ({ decide_by: at, ended_at: ended }) => !ended && at && <MomentCell at={at} />,
  },
]
