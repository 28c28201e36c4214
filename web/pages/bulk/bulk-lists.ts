import { advertBulk } from '#web/adverts/content/bulk.ts'
import { postBulk } from '#web/blog/content/bulk.ts'
import { dealBulk } from '#web/deals/content/bulk.ts'
import type { BulkList } from '#web/desk/lists/bulk/bulk-act.ts'
import { photographBulk } from '#web/group-buys/staff/photograph-bulk.ts'
import { mailBulk } from '#web/mails/bulk.ts'
import { supportBulk } from '#web/messages/staff/support-bulk.ts'
import { questionBulk } from '#web/products/staff/question-bulk.ts'
import { storageBulk } from '#web/products/staff/storage-bulk.ts'
import { reviewBulk } from '#web/vendors/reviews/review-bulk.ts'

/** Lists whose rows can be changed together, by their path within an area. */
const LISTS: Readonly<Record<string, BulkList>> = {
  adverts: advertBulk,
  deals: dealBulk,
  posts: postBulk,
  'settings/mails': mailBulk,
  'messages/inbox': supportBulk,
  products: storageBulk,
  reviews: reviewBulk,
  'reviews/new': reviewBulk,
  questions: questionBulk,
  'questions/unanswered': questionBulk,
  photographs: photographBulk,
}

/** The list of a path such as "/content/adverts/bulk". */
export function bulkListAt(pathname: string): BulkList | null {
  const list = pathname.toLowerCase().split('/').slice(2, -1).join('/')
  return Object.hasOwn(LISTS, list) ? (LISTS[list] ?? null) : null
}
