// Validation for forms and commands. Field names are those of the wire (snake_case columns); a checked value is a row
// in wire format: trimmed texts, whole numbers, naira as "68000.00" texts.

import { groupThousands, koboToNaira, parseNaira } from '#domain/money.ts'
import { formatInEnglish, type TranslatableText, translatedValue, withValues } from '#domain/texts/translatable-text.ts'

export type Errors = Record<string, TranslatableText>
export type Checked<T> = { ok: true; value: T } | { ok: false; errors: Errors }
type Read<T> = { value: T } | { error: TranslatableText }
export type Reader<T> = (raw: unknown) => Read<T>

/**
 * Validates every field with its reader. Reports all errors at once, one message per field; drops fields without a
 * reader.
 */
export function checkFields<T extends object>(
  input: Readonly<Record<string, unknown>>,
  readers: { [K in keyof T]: Reader<T[K]> },
): Checked<T> {
  return checkTogether(input, { readers, faults: () => ({}) })
}

interface JointRules<T extends object> {
  readers: { [K in keyof T]: Reader<T[K]> }
  /** Cross-field checks of the fields that could be read; a fault of a field that could not is ignored. */
  faults: (value: Partial<T>) => Errors
}

/** The same, with cross-field checks even if other fields are invalid. */
export function checkTogether<T extends object>(
  input: Readonly<Record<string, unknown>>,
  { readers, faults }: JointRules<T>,
): Checked<T> {
  const value: Partial<T> = {}
  const unread: Errors = {}
  for (const field of Object.keys(readers) as (keyof T & string)[]) {
    const read = readers[field](input[field])
    if ('error' in read) unread[field] = read.error
    else value[field] = read.value
  }
  const errors = { ...faults(value), ...unread }
  // Every field of T has a reader, and none failed.
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value: value as T }
}

export const errorsInEnglish = (errors: Readonly<Errors>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, formatInEnglish(error)]))

/** Adds cross-field checks to a check that passed. */
export function checkAlso<T>(checked: Checked<T>, faults: (value: T) => Errors): Checked<T> {
  if (!checked.ok) return checked
  const errors = faults(checked.value)
  return Object.keys(errors).length > 0 ? { ok: false, errors } : checked
}

interface TextRule {
  label: string
  min?: number
  max: number
  /** Allows line breaks and tabs; all other control characters are always rejected. */
  lines?: boolean
}

export function text(rule: TextRule): Reader<string> {
  const least = rule.min ?? 1
  const label = translatedValue(rule.label)
  return (raw) => {
    const value = typeof raw === 'string' ? withoutDirectionMarks(raw).replaceAll('\r\n', '\n').trim() : ''
    if (value === '' && least > 0) return missing(rule)
    const length = [...value].length
    if (length < least)
      return { error: withValues(/*i18n*/ '{label} must have at least {count} characters.', { label, count: least }) }
    if (length > rule.max)
      return { error: withValues(/*i18n*/ '{label} must have at most {count} characters.', { label, count: rule.max }) }
    if (hasControl(value, rule.lines ?? false))
      return { error: withValues(/*i18n*/ '{label} contains characters that are not text.', { label }) }
    return { value }
  }
}

export function wholeNumber(rule: { label: string; min: number; max: number }): Reader<number> {
  const label = translatedValue(rule.label)
  return (raw) => {
    if (isBlank(raw)) return missing(rule)
    const digits = typeof raw === 'number' || typeof raw === 'string' ? String(raw).trim() : ''
    if (!/^-?\d{1,15}$/.test(digits))
      return { error: withValues(/*i18n*/ '{label} must be a whole number.', { label }) }
    const value = Number(digits)
    if (value < rule.min)
      return { error: withValues(/*i18n*/ '{label} must be at least {count}.', { label, count: rule.min }) }
    if (value > rule.max)
      return { error: withValues(/*i18n*/ '{label} must be at most {count}.', { label, count: rule.max }) }
    return { value }
  }
}

/** Naira above zero, as the text of a `numeric(14,2)` column. */
export function naira(rule: { label: string; maxKobo: bigint }): Reader<string> {
  const label = translatedValue(rule.label)
  return (raw) => {
    if (isBlank(raw)) return missing(rule)
    const kobo = typeof raw === 'number' || typeof raw === 'string' ? parseNaira(String(raw)) : null
    if (kobo === null)
      return { error: withValues(/*i18n*/ '{label} must be an amount in naira, such as 1,234.50.', { label }) }
    if (kobo <= 0n) return { error: withValues(/*i18n*/ '{label} must be above zero.', { label }) }
    if (kobo > rule.maxKobo) return { error: withValues(/*i18n*/ '{label} is too high.', { label }) }
    return { value: koboToNaira(kobo) }
  }
}

export function oneOf<T extends string>(rule: { label: string; among: readonly T[] }): Reader<T> {
  return (raw) => {
    const value = rule.among.find((choice) => choice === raw)
    if (value !== undefined) return { value }
    return { error: withValues(/*i18n*/ 'Please choose a {label}.', { label: translatedValue(rule.label) }) }
  }
}

/** The error of a blank field. */
export const missing = ({ label }: { label: string }) => ({
  error: withValues(/*i18n*/ '{label} is required.', { label: translatedValue(label) }),
})

/** Removes bidirectional control characters, which would also affect the text next to a name. */
function withoutDirectionMarks(value: string): string {
  return value.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
}

/** Catches typing errors only; the confirmation mail shows whether the address works. */
export function email(rule: { label: string }): Reader<string> {
  return (raw) => {
    if (isBlank(raw)) return missing(rule)
    const value = typeof raw === 'string' ? raw.trim() : ''
    const fits = value.length <= 255 && /^[^\s@,;<>()"]+@[^\s@.,;<>()"]+(?:\.[^\s@.,;<>()"]+)+$/.test(value)
    return fits && !hasControl(value, false) ? { value } : { error: 'Please enter a valid email address.' }
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(raw: unknown): raw is string {
  return typeof raw === 'string' && UUID.test(raw)
}

/** The id, or an empty text if invalid: for rules with their own error for a missing choice. */
export function uuidText(raw: unknown): string {
  return isUuid(raw) ? raw.toLowerCase() : ''
}

export function uuid(label: string, error = `${label} must be a valid id.`): Reader<string> {
  return (raw) => (isUuid(raw) ? { value: raw.toLowerCase() } : { error })
}

/** A list of known values without duplicates; may be empty. */
export function someOf<T extends string>(rule: { label: string; among: readonly T[] }): Reader<T[]> {
  const known = new Set<unknown>(rule.among)
  return (raw) =>
    Array.isArray(raw) && raw.length <= known.size && raw.every((choice) => known.has(choice))
      ? { value: [...new Set<T>(raw)] }
      : { error: `Please choose ${rule.label}.` }
}

/** A JSON object with a limit on the length of its text, in characters. */
export function jsonObject(rule: { label: string; max: number }): Reader<Record<string, unknown>> {
  return (raw) => {
    const fits =
      typeof raw === 'object' && raw !== null && !Array.isArray(raw) && JSON.stringify(raw).length <= rule.max
    if (fits) return { value: raw as Record<string, unknown> }
    return { error: `${rule.label} must be an object of at most ${groupThousands(rule.max)} characters.` }
  }
}

/** A checkbox, or true in JSON. */
export function flag(): Reader<boolean> {
  return (raw) => ({ value: raw === true || raw === 'true' || raw === 'on' || raw === '1' })
}

/** Blank (missing, null, empty) becomes null; anything else is read. */
export function optional<T>(reader: Reader<T>): Reader<T | null> {
  return (raw) => (isBlank(raw) ? { value: null } : reader(raw))
}

export function isBlank(raw: unknown): boolean {
  return raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '')
}

function hasControl(value: string, lines: boolean): boolean {
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0
    if (lines && (code === 9 || code === 10)) continue
    if (code < 32 || (code >= 127 && code < 160) || (code >= 0xd800 && code <= 0xdfff)) return true
  }
  return false
}
