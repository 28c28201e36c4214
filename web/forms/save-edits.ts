import { type EditConflict, type FormValues, mergeEdits } from '#domain/forms/edits.ts'
import type { Checked } from '#domain/forms/validation.ts'
import { CHANGED_MEANWHILE, CHECK_FIELDS, NOT_THERE, STILL_CHANGING, savedMeanwhile } from '#domain/texts/screens.ts'
import type { FormResult } from './form.ts'
import { VERSION_FIELD } from './version-field.tsx'

interface EditResponse {
  data: unknown
  error: { message: string; code?: string } | null
  status: number
}

interface EditedRow<Value, Written extends EditResponse> {
  /** The form's input, including its version field. */
  typed: FormValues
  /** Reads the row in the form's format, and its `updated_at`. */
  current: () => PromiseLike<{ values: FormValues; version: string } | null>
  /** Validates the form's values. */
  check: (values: FormValues) => Checked<Value>
  /** Formats a field's value for display, such as an id. */
  shown?: ((field: string, value: string) => string) | undefined
  /** Writes the row if it still has this version; a response without rows means that it does not. */
  write: (value: Value, version: string) => PromiseLike<Written>
}

const ATTEMPTS = 4

/**
 * Merges the fields that the user changed into the current row and saves it. If another user changed the same field,
 * nothing is saved: returns a clash with both values, and the resubmitted form decides. Lost updates are impossible,
 * because a write succeeds only for the version that was read (optimistic concurrency); it is retried up to `ATTEMPTS`
 * times.
 */
export async function saveEdits<Value, Written extends EditResponse = EditResponse>(
  row: EditedRow<Value, Written>,
): Promise<{ answer: Written } | { clash: FormResult }> {
  const read = parseVersion(row.typed)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const saved = await row.current()
    if (!saved) return { clash: { ok: false, text: NOT_THERE, errors: {}, values: row.typed } }
    const { values, conflicts } = mergeEdits({ read, typed: row.typed, saved: saved.values })
    if (conflicts.length > 0)
      return { clash: clashOf({ ...row.typed, ...values }, formatConflicts(conflicts, row.shown), saved.values) }
    const checked = row.check({ ...row.typed, ...values })
    if (!checked.ok)
      return { clash: { ok: false, text: CHECK_FIELDS, errors: checked.errors, values: { ...row.typed, ...values } } }
    const answer = await row.write(checked.value, saved.version)
    const isStale = !answer.error && Array.isArray(answer.data) && answer.data.length === 0
    if (!isStale) return { answer }
  }
  return { clash: { ok: false, text: STILL_CHANGING, errors: {}, values: row.typed } }
}

function clashOf(values: FormValues, conflicts: readonly EditConflict[], saved: FormValues): FormResult {
  return {
    ok: false,
    text: CHANGED_MEANWHILE,
    detail: conflicts.map(sentence).join(' '),
    errors: Object.fromEntries(conflicts.map(({ field, saved: now }) => [field, savedMeanwhile(now)])),
    values: { ...values, [VERSION_FIELD]: JSON.stringify(saved) },
  }
}

const formatConflicts = (
  conflicts: readonly EditConflict[],
  shown: EditedRow<unknown, EditResponse>['shown'] = (_, value) => value,
) => conflicts.map(({ field, saved, typed }) => ({ field, saved: shown(field, saved), typed: shown(field, typed) }))

/** "Available quantity: 240 is saved now, you typed 350." */
function sentence({ field, saved, typed }: EditConflict): string {
  const name = field.replace(/_(url|id)$/, '').replaceAll('_', ' ')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${short(saved)} is saved now, you typed ${short(typed)}.`
}

const short = (text: string): string => (text === '' ? 'nothing' : text.length > 60 ? `${text.slice(0, 60)}…` : text)

function parseVersion(typed: FormValues): FormValues {
  try {
    const read: unknown = JSON.parse(typed[VERSION_FIELD] ?? '{}')
    const fields = Object.entries(read ?? {}).filter((field): field is [string, string] => typeof field[1] === 'string')
    return Object.fromEntries(fields)
  } catch {
    return {}
  }
}
