import { datedMoment } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { FoundOrders } from './found-orders.ts'

/** Says that a search stopped early because too many names match, and how to continue it. */
export function NotAllFound({ lookedUntil, older }: Pick<FoundOrders, 'lookedUntil' | 'older'>) {
  if (!lookedUntil) return null
  return (
    <Notice tone="info" className="mb-5">
      Very many people or products have this name, so the search stopped at {datedMoment(lookedUntil)}.{' '}
      {older ? 'Press Older to search on, or write' : 'Write'} more of the name, or choose a month.
    </Notice>
  )
}
