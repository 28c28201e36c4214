import type { Api } from '#api/api.ts'
import { DAY_MS } from '#domain/time/calendar.ts'
import { withinDays } from '#web/desk/lists/list-query.ts'
import { COUNTED, listPage, ROWS_A_PAGE, rowRange } from '#web/list-page.ts'

interface ReviewDays {
  from: string
  until: string
}

interface ReviewsQuery extends ReviewDays {
  /** Null for staff, who see reported reviews. */
  vendorId: string | null
  page: number
}

/**
 * A shop's ratings, those without a reply first; or for staff the reported ones, undecided ones first. The days are those
 * on which they were given, or reported.
 */
export async function listReviewsToModerate(api: Api, { vendorId, page, ...days }: ReviewsQuery) {
  const all = api.tables.from('judged_reviews').select('*', COUNTED)
  const own = vendorId
    ? withinDays(all.eq('vendor_id', vendorId), 'created_at', days).order('replied_at', LAST_FIRST)
    : withinDays(all.not('reported_at', 'is', null), 'reported_at', days).order('judged_at', LAST_FIRST)
  return listPage(
    await own
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowRange(page))
      .overrideTypes<ModeratedReview[], { merge: false }>(),
  )
}

const LAST_FIRST = { ascending: false, nullsFirst: true }

export const NEW_REVIEW_SORTS = { when: 'created_at', rating: 'rating' }
export const NEW_REVIEW_ORDER = '-when'

/** Days that count as new, if none are chosen. */
const NEW_DAYS = 7

interface NewReviewsQuery extends ReviewDays {
  /** Only those of one or two stars, or only those with words. */
  stars: '' | 'low' | 'words'
  sort: string
  page: number
  now: Date
  size?: number
}

/** Visible ratings of all shops, of the last days or the chosen ones: the newest first, or in the order of their stars. */
export async function listNewReviews(
  api: Api,
  { stars, sort, page, now, size = ROWS_A_PAGE, ...days }: NewReviewsQuery,
) {
  let query = withinDays(
    api.tables.from('judged_reviews').select('*', COUNTED).is('hidden_at', null),
    'created_at',
    days,
  )
  if (!days.from && !days.until)
    query = query.gte('created_at', new Date(now.getTime() - NEW_DAYS * DAY_MS).toISOString())
  if (stars === 'low') query = query.lte('rating', 2)
  if (stars === 'words') query = query.neq('comment', '')
  if (sort.endsWith('rating')) query = query.order('rating', { ascending: sort === 'rating' })
  // The exact reverse of an index is an index too.
  const isReversed = sort === '-rating' || sort === 'when'
  return listPage(
    await query
      .order('created_at', { ascending: isReversed })
      .order('id', { ascending: !isReversed })
      .range(...rowRange(page, size))
      .overrideTypes<ModeratedReview[], { merge: false }>(),
    size,
  )
}

export interface ModeratedReview {
  id: string
  vendor_id: string
  business_name: string
  order_no: number
  rating: number
  comment: string
  created_at: string
  reply: string | null
  reported_at: string | null
  report_reason: string | null
  judged_at: string | null
  judge_reason: string | null
  hidden_at: string | null
}
