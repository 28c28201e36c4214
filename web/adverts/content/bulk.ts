import { listedActs } from '#web/content/listed-acts.ts'
import { type BulkList, bulkRows } from '#web/desk/lists/bulk/bulk-act.ts'

/** Adverts that are deleted or put back together. */
export const advertBulk: BulkList = {
  noun: { one: 'advert', many: 'adverts' },
  acts: listedActs({
    table: 'advertisements',
    deletes: 'They leave their pages at once. You find them under Deleted, and can put them back.',
    restores: 'They run again between their dates.',
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
