import { type BulkList, bulkRows, commandRun } from '#web/desk/lists/bulk/bulk-act.ts'
import { hideAct } from '#web/desk/lists/bulk/hide-act.ts'
import type { ModeratedPhotograph } from '../photographs/queries.ts'

/** Photographs of group buys that staff hide together. */
export const photographBulk: BulkList = {
  noun: { one: 'photograph', many: 'photographs' },
  acts: {
    hide: hideAct(async (api, { id, seen }, { key, reason }) => {
      const verdict = { group_buy_id: seen, picture_id: id, hide: true, reason }
      return commandRun(await api.command('judge-buy-picture', verdict, key))
    }),
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
