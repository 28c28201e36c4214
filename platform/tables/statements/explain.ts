import type pg from 'pg'
import type { BoundStatement } from './statement.ts'

/** A request for the plan of a statement instead of its result. */
export interface ExplainRequest {
  format: 'json' | 'text'
  options: ('analyze' | 'verbose' | 'settings' | 'buffers' | 'wal')[]
  /** Media type of the body that the statement would return. */
  body: string
}

/** PostgreSQL's plan. With `analyze`, the statement runs. */
export async function explain(
  tx: pg.ClientBase,
  { text, values }: BoundStatement,
  { format, options }: ExplainRequest,
): Promise<string> {
  const { rows } = await tx.query<{ 'QUERY PLAN': unknown }>({
    text: `explain (${[`format ${format}`, ...options].join(', ')}) ${text}`,
    values,
  })
  if (format === 'json') return JSON.stringify(rows[0]?.['QUERY PLAN'])
  return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
}

export function planContentType({ format, options, body }: ExplainRequest): string {
  const type = body.split('; charset', 1)[0]
  const list = options.length > 0 ? `; options=${options.join('|')}` : ''
  return `application/vnd.pgrst.plan+${format}; for="${type}"${list}; charset=utf-8`
}
