import { type BulkList, bulkRows } from '#web/desk/lists/bulk/bulk-act.ts'
import { judgedState, verdictActs } from '#web/desk/lists/bulk/hide-act.ts'
import type { ModeratedReview } from './review-queries.ts'

/** Ratings that staff hide together. */
export const reviewBulk: BulkList = {
  noun: { one: 'rating', many: 'ratings' },
  acts: verdictActs((api, { id, hide, reason }, key) =>
    api.command('judge-review', { review_id: id, hide, reason }, key),
  ),
  async read({ tables }, ids) {
    const found = await tables
      .from('judged_reviews')
      .select('*')
      .in('id', ids)
      .overrideTypes<ModeratedReview[], { merge: false }>()
    return bulkRows(found, (review) => ({
      id: review.id,
      name: `Order ${review.order_no}, ${review.business_name}: ${review.comment || `${review.rating} stars`}`,
      state: judgedState(review),
    }))
  },
}
