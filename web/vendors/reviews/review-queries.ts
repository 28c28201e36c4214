import type { Api } from '#api/api.ts'
import { COUNTED, listPage, rowRange } from '#web/list-page.ts'

interface ReviewsQuery {
  /** Null for staff, who see reported reviews. */
  vendorId: string | null
  page: number
}

/** A shop's ratings, those without a reply first; or for staff the reported ones, undecided ones first. */
export async function listReviewsToModerate(api: Api, { vendorId, page }: ReviewsQuery) {
  const all = api.tables.from('judged_reviews').select('*', COUNTED)
  const own = vendorId
    ? all.eq('vendor_id', vendorId).order('replied_at', { ascending: false, nullsFirst: true })
    : all.not('reported_at', 'is', null).order('judged_at', { ascending: false, nullsFirst: true })
  return listPage(
    await own
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowRange(page))
      .overrideTypes<ModeratedReview[], { merge: false }>(),
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
