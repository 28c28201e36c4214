import { listedActs } from '#web/content/listed-acts.ts'
import { type BulkList, bulkRows } from '#web/desk/lists/bulk/bulk-act.ts'

/** Featured deals that are deleted or put back together. */
export const dealBulk: BulkList = {
  noun: { one: 'deal', many: 'deals' },
  acts: listedActs({
    table: 'featured_deals',
    deletes: 'They leave the home page at once. You find them under Deleted, and can put them back.',
    restores: 'They are listed again.',
  }),
  async read({ tables }, ids) {
    const found = await tables.from('featured_deals').select('id, name, status, updated_at').in('id', ids)
    return bulkRows(found, ({ id, name, status, updated_at: seen }) => ({ id, name, state: status, seen }))
  },
}
