import { type BulkAct, type BulkList, bulkRows, commandRun, UNDO_REASON } from '#web/desk/lists/bulk/bulk-act.ts'
import { hideAct, judgedState, keepAct } from '#web/desk/lists/bulk/hide-act.ts'
import type { ModeratedReview } from './review-queries.ts'

/** Ratings that staff hide together. */
export const reviewBulk: BulkList = {
  noun: { one: 'rating', many: 'ratings' },
  acts: {
    hide: hideAct(judge(true), judge(null, UNDO_REASON)),
    keep: keepAct(judge(false), judge(null, UNDO_REASON)),
  },
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

/** Null takes a decision back. `own`: a reason that is not typed. */
function judge(hide: boolean | null, own?: string): BulkAct['run'] {
  return async (api, { id }, { key, reason }) =>
    commandRun(await api.command('judge-review', { review_id: id, hide, reason: own ?? reason }, key), '')
}
