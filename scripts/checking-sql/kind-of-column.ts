/**
 * The TypeScript kind of a PostgreSQL value, as parsed by platform/postgres/types.ts; `any` where the type says
 * nothing.
 */
export function kindOfColumn(type: string): string {
  if (type.endsWith('[]')) return ARRAYS_OF_TEXT.test(type) ? 'string[]' : `${kindOfColumn(type.slice(0, -2))}[]`
  const known = KINDS.find(([pattern]) => pattern.test(type))
  return known ? known[1] : 'string'
}

/** The parsers of single values are ours, those of arrays are pg's. */
const ARRAYS_OF_TEXT = /^(bigint|date|timestamp without time zone)\[\]$/

const KINDS: [RegExp, string][] = [
  [/^(json|jsonb|record|void|unknown)$/, 'any'],
  [/^(smallint|integer|oid|real|double precision)$/, 'number'],
  [/^bigint$/, 'bigint'],
  [/^boolean$/, 'boolean'],
  [/^timestamp with time zone$/, 'Date'],
  [/^bytea$/, 'Buffer'],
  [/^interval$/, 'object'],
]
