import { datedMoment } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { OrderPage } from './find-orders.ts'

/** Says that the search stopped early because too many names match, and links to its continuation. */
export function SearchStopped({ searchedUntil, older }: Pick<OrderPage, 'searchedUntil' | 'older'>) {
  if (!searchedUntil) return null
  return (
    <Notice tone="info" className="mb-5">
      Very many people or products have this name, so the search stopped at {datedMoment(searchedUntil)}.{' '}
      {older ? 'Press Older to search on, or write' : 'Write'} more of the name, or choose a month.
    </Notice>
  )
}
