import type { Api } from '#api/api.ts'
import type { CommandName, CommandResult } from '#api/commands.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'

/** Most rows of one press: each is a command or a write of its own. */
export const MAX_BULK_ROWS = 100

/** A selected row, as it is when it is read. */
export interface BulkRow {
  id: string
  name: string
  /** Facts that the write needs as the person saw them, such as the row's version; may be empty. */
  seen: string
  /** A status or another fact that decides whether the act is possible. */
  state: string
}

export type BulkRun =
  /** `undo`: what the act's undo needs to know of a row that it changed; without it the row was in that state before. */
  | { ok: true; undo?: string }
  /** `canRepeat`: there was no answer, or too many came at once: the row can be tried again with the same key. */
  | { ok: false; text: TranslatableText; canRepeat: boolean }

interface BulkPress {
  /** The row's own idempotency key. */
  key: string
  /** Empty unless the act asks for a reason. */
  reason: string
  viewerId: string
}

export interface BulkAct {
  /** "Switch off" */
  label: string
  /** "Switched off" */
  done: string
  tone?: 'danger' | 'primary'
  /** The effect on the rows that change: "They leave their pages at once." */
  effect: string
  /** The label of the reason, if one is asked for; it is the same for all rows. */
  reason?: string
  /** Why a row will not change; null if it will. */
  obstacle: (row: BulkRow) => string | null
  run: (api: Api, row: Pick<BulkRow, 'id' | 'seen'>, press: BulkPress) => Promise<BulkRun>
  /** Takes the act back for a row that it changed, with the rights of the opposite act. `seen`: what `run` returned. */
  undo?: { done: string; run: BulkAct['run'] }
}

/** A list whose rows can be changed together. The rights are those of the single act. */
export interface BulkList {
  noun: { one: string; many: string }
  acts: Readonly<Record<string, BulkAct>>
  /** The rows with these ids that the viewer may read. */
  read: (api: Api, ids: string[]) => Promise<{ rows: BulkRow[]; failure: string | null }>
}

interface RowsResult<Row> {
  data: Row[] | null
  error: { message: string } | null
}

/** The rows of a list from the table API's response; without `seen` a row has no version. */
export const bulkRows = <Row>(
  { data, error }: RowsResult<Row>,
  toRow: (row: Row) => Omit<BulkRow, 'seen'> & { seen?: string },
) => ({
  rows: (data ?? []).map((row): BulkRow => ({ seen: '', ...toRow(row) })),
  failure: error?.message ?? null,
})

/** The outcome of a row's command. */
export function commandRun<Name extends CommandName>(done: CommandResult<Name>, undo: string | null = null): BulkRun {
  if (done.ok) return undo === null ? { ok: true } : { ok: true, undo }
  const { message, errors = {} } = done.refusal
  const [fault] = Object.values(errors)
  return { ok: false, text: fault ?? message, canRepeat: isPassing(done.status) }
}

interface RowWrite {
  data: unknown[] | null
  error: { message: string } | null
  status: number
}

interface WriteChecks {
  /** The facts that undoing needs, from the row that was written. */
  undo?: (row: unknown) => string
  /** The row's state now; null if it is not there. Read only when the write changed nothing. */
  current: () => Promise<string | null>
  /** The state that the act gives to the row. */
  target: string
}

/**
 * The outcome of a write to the row in the version that was shown. A repeated press finds the row in its new state:
 * that is done, not an error.
 */
export async function writeRun(
  { data, error, status }: RowWrite,
  { current, target, undo }: WriteChecks,
): Promise<BulkRun> {
  if (error) return { ok: false, text: error.message, canRepeat: isPassing(status) }
  if (data && data.length > 0) return undo ? { ok: true, undo: undo(data[0]) } : { ok: true }
  const state = await current()
  if (state === target) return { ok: true }
  return { ok: false, text: state === null ? GONE : CHANGED, canRepeat: false }
}

const isPassing = (status: number): boolean => status === 0 || status === 429 || status >= 500

export const GONE = 'It is no longer there.'
const CHANGED = 'Somebody changed it meanwhile. Nothing was done to it: open it and look first.'

/** The reason of the commands that ask for one, when a press is undone. */
export const UNDO_REASON = 'Undone at once.'
