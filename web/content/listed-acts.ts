import type { Api } from '#api/api.ts'
import type { ListedState } from '#domain/content/states.ts'
import { type BulkAct, type BulkRow, type RowWrite, writeRun } from '#web/desk/lists/bulk/bulk-act.ts'

interface ListedRows {
  /** The effect of deleting: "They leave the home page at once." */
  deletes: string
  restores: string
  /**
   * Writes a row in the version that was seen, or in any version, unless it has the status already. Returns `updated_at`,
   * the version that is undone.
   */
  set: (api: Api, row: Pick<BulkRow, 'id' | 'seen'>, status: ListedState) => PromiseLike<ListedWrite>
  /** The row's status now; nothing if it is not there. */
  current: (api: Api, id: string) => Promise<ListedState | undefined>
}

interface ListedWrite extends RowWrite {
  data: { updated_at: string }[] | null
}

/** The two acts of deals and adverts: soft deletion, and putting back. */
export function listedActs({ deletes, restores, set, current }: ListedRows) {
  const run =
    (status: ListedState): BulkAct['run'] =>
    async (api, row) =>
      writeRun(await set(api, row, status), {
        current: async () => (await current(api, row.id)) ?? null,
        target: status,
        undo: (row) => (row as { updated_at: string }).updated_at,
      })
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
