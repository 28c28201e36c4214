import type { Api } from '#api/api.ts'
import { listPage, rowsOf } from '../list-page.ts'

interface Wanted {
  /** Null for staff, who see what was reported. */
  vendorId: string | null
  page: number
}

/** Ratings of a shop, those without a reply first; or for staff those that were reported, undecided ones first. */
export async function listReviewsToJudge(api: Api, { vendorId, page }: Wanted) {
  const all = api.tables.from('judged_reviews').select('*', { count: 'exact' })
  const own = vendorId
    ? all.eq('vendor_id', vendorId).order('replied_at', { ascending: false, nullsFirst: true })
    : all.not('reported_at', 'is', null).order('judged_at', { ascending: false, nullsFirst: true })
  return listPage(
    await own
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowsOf(page))
      .overrideTypes<JudgedReview[], { merge: false }>(),
  )
}

export interface JudgedReview {
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
