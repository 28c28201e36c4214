import type { Reader } from '#domain/validation.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The id when it is one, else an empty text: for rules that have their own words for "nobody chosen". */
export function uuidText(raw: unknown): string {
  return typeof raw === 'string' && UUID.test(raw) ? raw.toLowerCase() : ''
}

export function anyText(raw: unknown): string {
  return typeof raw === 'string' ? raw : ''
}

/** An id as JSON brings it. */
export function uuid(label: string): Reader<string> {
  return (raw) => {
    const value = uuidText(raw)
    return value ? { value } : { error: `${label} must be a valid id.` }
  }
}
