import { type BulkAct, type BulkList, bulkRows, commandRun, UNDO_REASON } from '#web/desk/lists/bulk/bulk-act.ts'
import { hideAct } from '#web/desk/lists/bulk/hide-act.ts'
import type { ModeratedPhotograph } from '../photographs/queries.ts'

/** Photographs of group buys that staff hide together. */
export const photographBulk: BulkList = {
  noun: { one: 'photograph', many: 'photographs' },
  acts: {
    hide: hideAct(judge(true), judge(false, UNDO_REASON)),
    show: {
      label: 'Show again',
      done: 'Shown again',
      effect: 'Buyers see them again. The reason is saved with each.',
      reason: 'Reason',
      obstacle: ({ state }) => (state === 'shown' ? 'It is shown.' : null),
      run: judge(false),
      undo: { done: 'Hidden again', run: judge(true, UNDO_REASON) },
    },
  },
  async read({ tables }, ids) {
    const found = await tables
      .from('judged_buy_pictures')
      .select('*')
      .in('id', ids)
      .overrideTypes<ModeratedPhotograph[], { merge: false }>()
    return bulkRows(found, (photograph) => ({
      id: photograph.id,
      name: `${photograph.product_name}, ${photograph.business_name}${photograph.caption ? `: ${photograph.caption}` : ''}`,
      seen: photograph.group_buy_id,
      state: photograph.hidden_at ? 'hidden' : 'shown',
    }))
  },
}

/** `own`: a reason that is not typed. */
function judge(hide: boolean, own?: string): BulkAct['run'] {
  return async (api, { id, seen }, { key, reason }) => {
    const verdict = { group_buy_id: seen, picture_id: id, hide, reason: own ?? reason }
    return commandRun(await api.command('judge-buy-picture', verdict, key), seen)
  }
}
