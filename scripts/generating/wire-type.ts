/** The TypeScript type of a PostgreSQL value in JSON: numeric as number, times as string. */
export function wireType({ type, nullable }: { type: string; nullable: boolean }): string {
  const base = baseType(type)
  return nullable ? `${base} | null` : base
}

function baseType(type: string): string {
  if (type.endsWith('[]')) return `${baseType(type.slice(0, -2))}[]`
  if (/^(integer|bigint|smallint|numeric|real|double)/.test(type)) return 'number'
  if (type === 'boolean') return 'boolean'
  if (type === 'json' || type === 'jsonb') return 'Json'
  return 'string'
}
