import { unavailableMediaType } from './errors/errors.ts'
import type { BodyForm } from './statements/read-statement.ts'

/** The media type requested by `Accept`; the first supported type wins. Throws PGRST107 (406) if none is supported. */
export function negotiate(accept: string | null): BodyForm {
  if (accept === null || accept.trim() === '') return { kind: 'array', stripNulls: false }
  for (const entry of accept.split(',')) {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    const kind = KINDS.get(type)
    if (kind) return { kind, stripNulls: kind !== 'csv' && parameters.includes('nulls=stripped') }
  }
  throw unavailableMediaType(accept)
}

const KINDS = new Map<string, BodyForm['kind']>([
  ['application/json', 'array'],
  ['application/*', 'array'],
  ['*/*', 'array'],
  ['application/vnd.pgrst.array+json', 'array'],
  ['application/vnd.pgrst.array', 'array'],
  ['application/vnd.pgrst.object+json', 'object'],
  ['application/vnd.pgrst.object', 'object'],
  ['text/csv', 'csv'],
])

export function contentType({ kind, stripNulls }: BodyForm): string {
  const nulls = stripNulls ? ';nulls=stripped' : ''
  if (kind === 'csv') return 'text/csv; charset=utf-8'
  if (kind === 'object') return `application/vnd.pgrst.object+json${nulls}; charset=utf-8`
  return stripNulls ? `application/vnd.pgrst.array+json${nulls}; charset=utf-8` : 'application/json; charset=utf-8'
}
