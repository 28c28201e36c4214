import type { Api } from '#api/api.ts'
import { type BulkList, type BulkRow, bulkRows, commandRun } from '#web/desk/lists/bulk/bulk-act.ts'

/** Products whose storage at a hub is confirmed, or taken back, together. */
export const storageBulk: BulkList = {
  noun: { one: 'product', many: 'products' },
  acts: {
    confirm: {
      label: 'Confirm storage',
      done: 'Confirmed',
      effect: 'Buyers may store them with us.',
      obstacle: ({ state }) =>
        state === 'offered' ? null : state === 'none' ? 'Its shop does not offer storage.' : 'It is confirmed already.',
      run: (api, row, { key }) => setStorage(api, row, { confirmed: true, key }),
      undo: { done: 'Taken back', run: (api, row, { key }) => setStorage(api, row, { confirmed: false, key }) },
    },
    revoke: {
      label: 'Take back storage',
      done: 'Taken back',
      tone: 'danger',
      effect: 'New orders of them must be collected.',
      obstacle: ({ state }) => (state === 'confirmed' ? null : 'Its storage is not confirmed.'),
      run: (api, row, { key }) => setStorage(api, row, { confirmed: false, key }),
      undo: { done: 'Confirmed again', run: (api, row, { key }) => setStorage(api, row, { confirmed: true, key }) },
    },
  },
  async read({ tables }, ids) {
    const found = await tables
      .from('products')
      .select('id, name, stockpile_allowed, can_be_stockpiled, vendor:vendors(business_name)')
      .is('archived_at', null)
      .in('id', ids)
    return bulkRows(found, (product) => ({
      id: product.id,
      name: `${product.name}, ${product.vendor?.business_name ?? 'a shop that is not open'}`,
      state: product.can_be_stockpiled ? 'confirmed' : product.stockpile_allowed ? 'offered' : 'none',
    }))
  },
}

async function setStorage(
  api: Api,
  { id }: Pick<BulkRow, 'id'>,
  { confirmed, key }: { confirmed: boolean; key: string },
) {
  const done = await api.command('confirm-stockpile', { product_id: id, confirmed }, key)
  return commandRun(done, done.ok && done.value.has_changed ? '' : null)
}
