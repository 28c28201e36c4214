import { data } from 'react-router'
import type { Api } from '#api/api.ts'
import { checkFields, text } from '#domain/forms/validation.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { type FormResult, reject, type SubmittedForm } from '#web/forms/form.ts'
import { isId } from '#web/list-page.ts'
import { type BulkAct, type BulkList, type BulkRow, type BulkRun, GONE, MAX_BULK_ROWS } from './bulk-act.ts'

/** The effect of an act on the selected rows of a list, read for its page. */
export interface BulkPreview {
  act: Pick<BulkAct, 'label' | 'done' | 'effect' | 'reason' | 'tone'> & { undone: string }
  noun: BulkList['noun']
  ready: BulkRow[]
  refused: { id: string; name: string; why: string }[]
  /** Selected rows that are not there any more. */
  missing: number
  /** Selected rows above the limit. */
  over: number
  failure: string | null
  /** The list as it was. */
  back: string
  key: string
}

/** Reads the act and the rows in the address; 404 for an act that the list does not have. */
export async function readBulk(api: Api, url: URL, list: BulkList): Promise<BulkPreview> {
  const { label, done, effect, reason, tone, obstacle, undo } = actNamed(list, url)
  const asked = [...new Set(url.searchParams.getAll('row').filter(isId))]
  const ids = asked.slice(0, MAX_BULK_ROWS)
  const { rows, failure } = ids.length > 0 ? await list.read(api, ids) : { rows: [], failure: null }
  const found = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  return {
    act: {
      label,
      done,
      undone: undo?.done ?? '',
      effect,
      ...(reason !== undefined && { reason }),
      ...(tone !== undefined && { tone }),
    },
    noun: list.noun,
    ready: found.filter((row) => obstacle(row) === null),
    refused: found.flatMap((row) => {
      const why = obstacle(row)
      return why === null ? [] : [{ id: row.id, name: row.name, why }]
    }),
    missing: ids.length - found.length,
    over: asked.length - ids.length,
    failure,
    back: listAddress(url),
    key: crypto.randomUUID(),
  }
}

/** The outcome of a row. */
interface RowOutcome {
  id: string
  name: string
  seen: string
  ok: boolean
  text: TranslatableText
  canRepeat: boolean
  /** Facts that undoing needs; null if the act did not change it, or cannot be undone. */
  undo: string | null
}

export interface BulkResult extends FormResult {
  rows: RowOutcome[]
  /** The press took an act back; `undone` is then what its rows are. */
  undone: string | null
}

/**
 * Runs the act for each row of the form, one after the other: a row that fails stops no other. Each has its own key, so
 * that a repeated form does nothing twice. The form of an undo has the rows that the act changed.
 */
export async function runBulk(
  api: Api,
  form: SubmittedForm,
  { url, list, viewerId }: { url: URL; list: BulkList; viewerId: string },
) {
  const act = actNamed(list, url)
  const isUndo = form.field('intent') === 'undo'
  const run = isUndo ? act.undo?.run : act.run
  if (!run) throw data(null, 404)
  const checked = checkFields(
    { reason: form.field('reason') },
    { reason: text({ label: 'Reason', min: 5, max: 500, lines: true }) },
  )
  if (act.reason !== undefined && !isUndo && !checked.ok) {
    return reject(form, { errors: checked.errors, rows: [] as RowOutcome[], undone: null })
  }
  const chosen = readChosen(form)
  const { rows } = await list.read(
    api,
    chosen.map(({ id }) => id),
  )
  const outcomes: RowOutcome[] = []
  for (const { id, seen } of chosen) {
    const name = rows.find((row) => row.id === id)?.name
    const press = { key: `${form.key ?? ''}-${isUndo ? 'undo-' : ''}${id}`, reason: form.field('reason'), viewerId }
    const done: BulkRun =
      name === undefined ? { ok: false, text: GONE, canRepeat: false } : await run(api, { id, seen }, press)
    outcomes.push({
      id,
      seen,
      name: name ?? 'A row',
      ok: done.ok,
      text: done.ok ? '' : done.text,
      canRepeat: !done.ok && done.canRepeat,
      undo: done.ok && act.undo && !isUndo ? (done.undo ?? null) : null,
    })
  }
  const ok = outcomes.length > 0 && outcomes.every((row) => row.ok)
  const undone = isUndo ? (act.undo?.done ?? '') : null
  const result: BulkResult = { ok, text: '', errors: {}, values: form.values, rows: outcomes, undone }
  return data(result, ok ? 200 : 409)
}

/** The rows of the form, each as its id and what the person saw of it. */
function readChosen({ data }: SubmittedForm): Pick<BulkRow, 'id' | 'seen'>[] {
  const rows = new Map<string, string>()
  for (const value of data.getAll('row')) {
    const [id = '', ...seen] = String(value).split(' ')
    if (isId(id)) rows.set(id, seen.join(' '))
  }
  return [...rows].slice(0, MAX_BULK_ROWS).map(([id, seen]) => ({ id, seen }))
}

function actNamed({ acts }: BulkList, { searchParams }: URL): BulkAct {
  const name = searchParams.get('act') ?? ''
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined
  if (!act) throw data(null, 404)
  return act
}

/** The list that the rows were selected in, with its filters and page. */
function listAddress({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams.get('list') ?? '')
  const path = pathname.replace(/\/bulk\/?$/, '')
  return query.size > 0 ? `${path}?${query}` : path
}
