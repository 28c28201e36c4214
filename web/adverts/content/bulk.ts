import type { ListedState } from '#domain/content/states.ts'
import { listedActs } from '#web/content/listed-acts.ts'
import { type BulkList, bulkRows } from '#web/desk/lists/bulk/bulk-act.ts'

/** Adverts that are deleted or put back together. */
export const advertBulk: BulkList = {
  noun: { one: 'advert', many: 'adverts' },
  acts: listedActs({
    deletes: 'They leave their pages at once. You find them under Deleted, and can put them back.',
    restores: 'They run again between their dates.',
    set({ tables }, { id, seen }, status) {
      const row = tables.from('advertisements').update({ status }).eq('id', id).neq('status', status)
      return (seen ? row.eq('updated_at', seen) : row).select('updated_at')
    },
    current: async ({ tables }, id) =>
      (await tables.from('advertisements').select('status').eq('id', id).maybeSingle()).data?.status as ListedState,
  }),
  async read({ tables }, ids) {
    const found = await tables.from('advertisements').select('id, title, status, updated_at').in('id', ids)
    return bulkRows(found, ({ id, title, status, updated_at: seen }) => ({
      id,
      name: title,
      state: status,
      seen,
    }))
  },
}
