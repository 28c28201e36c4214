import type { Api } from '#api/api.ts'
import type { ListedState } from '#domain/content/states.ts'
import { type BulkAct, type BulkRow, writeRun } from '#web/desk/lists/bulk/bulk-act.ts'

interface ListedRows {
  table: 'advertisements' | 'featured_deals'
  /** The effect of deleting: "They leave the home page at once." */
  deletes: string
  restores: string
}

/** The two acts of deals and adverts: soft deletion, and putting back. */
export function listedActs({ table, deletes, restores }: ListedRows) {
  const run =
    (status: ListedState): BulkAct['run'] =>
    (api, row) =>
      setStatus(api, row, { table, status })
  return {
    delete: {
      label: 'Delete',
      done: 'Deleted',
      tone: 'danger',
      effect: deletes,
      obstacle: ({ state }) => (state === 'deleted' ? 'It is deleted already.' : null),
      run: run('deleted'),
      undo: { done: 'Put back', run: run('active') },
    },
    restore: {
      label: 'Put back',
      done: 'Put back',
      effect: restores,
      obstacle: ({ state }) => (state === 'active' ? 'It is not deleted.' : null),
      run: run('active'),
      undo: { done: 'Deleted again', run: run('deleted') },
    },
  } satisfies Record<string, BulkAct>
}

interface StatusWrite extends Pick<ListedRows, 'table'> {
  status: ListedState
}

/**
 * Writes a row in the version that was seen, or in any version, unless it has the status already. Undoing needs the
 * version that was written.
 */
async function setStatus({ tables }: Api, { id, seen }: Pick<BulkRow, 'id' | 'seen'>, { table, status }: StatusWrite) {
  const row = tables.from(table).update({ status }).eq('id', id).neq('status', status)
  return writeRun(await (seen ? row.eq('updated_at', seen) : row).select('updated_at'), {
    current: async () => (await tables.from(table).select('status').eq('id', id).maybeSingle()).data?.status ?? null,
    target: status,
    undo: (written) => (written as { updated_at: string }).updated_at,
  })
}
