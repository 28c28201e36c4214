import type { ListedState } from '#domain/content/states.ts'
import { listedActs } from '#web/content/listed-acts.ts'
import { type BulkList, bulkRows } from '#web/desk/lists/bulk/bulk-act.ts'

/** Featured deals that are deleted or put back together. */
export const dealBulk: BulkList = {
  noun: { one: 'deal', many: 'deals' },
  acts: listedActs({
    deletes: 'They leave the home page at once. You find them under Deleted, and can put them back.',
    restores: 'They are listed again.',
    set({ tables }, { id, seen }, status) {
      const row = tables.from('featured_deals').update({ status }).eq('id', id).neq('status', status)
      return (seen ? row.eq('updated_at', seen) : row).select('updated_at')
    },
    current: async ({ tables }, id) =>
      (await tables.from('featured_deals').select('status').eq('id', id).maybeSingle()).data?.status as ListedState,
  }),
  async read({ tables }, ids) {
    const found = await tables.from('featured_deals').select('id, name, status, updated_at').in('id', ids)
    return bulkRows(found, ({ id, name, status, updated_at: seen }) => ({ id, name, state: status, seen }))
  },
}
