import { type EditConflict, type FormValues, layOver } from '#domain/edits.ts'
import { CHANGED_MEANWHILE, NOT_THERE, STILL_CHANGING, savedMeanwhile } from '#domain/texts/screens.ts'
import type { Checked, Errors } from '#domain/validation.ts'
import { AS_READ } from './as-read.tsx'

interface Answer {
  data: unknown
  error: { message: string; code?: string } | null
  status: number
}

interface EditedRow<Value, Written extends Answer> {
  /** What the form sent, with what it had read. */
  typed: FormValues
  /** The row as the form shows it, and its `updated_at`. */
  current: () => PromiseLike<{ values: FormValues; version: string } | null>
  /** The rules of the form. */
  check: (values: FormValues) => Checked<Value>
  /** How a value that is no text reads, such as an id. */
  shown?: (field: string, value: string) => string
  /** Writes the row if it is still of this version; an answer without rows means that it is not. */
  write: (value: Value, version: string) => PromiseLike<Written>
}

interface Clash {
  errors: Errors
  values: Record<string, string>
  outcome: { ok: false; text: string; detail?: string } | null
}

const TRIES = 4

/**
 * Saves what the author of a form changed, and nothing else, over the row as it is now. Where somebody else changed the same
 * field, nothing is saved: the form returns with both values and, sent again, decides. No write falls between reading and
 * writing, because only the version that was read is replaced.
 */
export async function saveEdits<Value, Written extends Answer = Answer>(
  row: EditedRow<Value, Written>,
): Promise<{ answer: Written } | { clash: Clash }> {
  const read = readFrom(row.typed)
  for (let tries = 0; tries < TRIES; tries += 1) {
    const saved = await row.current()
    if (!saved) return { clash: { errors: {}, values: { ...row.typed }, outcome: { ok: false, text: NOT_THERE } } }
    const { values, conflicts } = layOver({ read, typed: row.typed, saved: saved.values })
    if (conflicts.length > 0)
      return { clash: clashOf({ ...row.typed, ...values }, shownBy(conflicts, row.shown), saved.values) }
    const checked = row.check({ ...row.typed, ...values })
    if (!checked.ok) return { clash: { errors: checked.errors, values: { ...row.typed, ...values }, outcome: null } }
    const answer = await row.write(checked.value, saved.version)
    const isStale = !answer.error && Array.isArray(answer.data) && answer.data.length === 0
    if (!isStale) return { answer }
  }
  return { clash: { errors: {}, values: { ...row.typed }, outcome: { ok: false, text: STILL_CHANGING } } }
}

function clashOf(values: Record<string, string>, conflicts: readonly EditConflict[], saved: FormValues): Clash {
  return {
    errors: Object.fromEntries(conflicts.map(({ field, saved: now }) => [field, savedMeanwhile(now)])),
    values: { ...values, [AS_READ]: JSON.stringify(saved) },
    outcome: { ok: false, text: CHANGED_MEANWHILE, detail: conflicts.map(sentence).join(' ') },
  }
}

const shownBy = (
  conflicts: readonly EditConflict[],
  shown: EditedRow<unknown, Answer>['shown'] = (_, value) => value,
) => conflicts.map(({ field, saved, typed }) => ({ field, saved: shown(field, saved), typed: shown(field, typed) }))

/** "Available quantity: 240 is saved now, you typed 350." */
function sentence({ field, saved, typed }: EditConflict): string {
  const name = field.replace(/_(url|id)$/, '').replaceAll('_', ' ')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${short(saved)} is saved now, you typed ${short(typed)}.`
}

const short = (text: string): string => (text === '' ? 'nothing' : text.length > 60 ? `${text.slice(0, 60)}…` : text)

function readFrom(typed: FormValues): FormValues {
  try {
    const read: unknown = JSON.parse(typed[AS_READ] ?? '{}')
    const fields = Object.entries(read ?? {}).filter((field): field is [string, string] => typeof field[1] === 'string')
    return Object.fromEntries(fields)
  } catch {
    return {}
  }
}
