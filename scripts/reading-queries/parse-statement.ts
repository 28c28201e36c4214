import type pg from 'pg'
import { isNode, type Node, readTree } from './query-tree.ts'

/**
 * The parse tree of one statement, made by PostgreSQL: a function with an SQL body stores it. The statement is not
 * executed. Throws PostgreSQL's error for an invalid statement. `parameters` are types, or names and types, in order.
 */
export async function parseStatement(
  client: pg.ClientBase,
  statement: string,
  parameters: string,
): Promise<Node | undefined> {
  await client.query('savepoint parsing')
  try {
    const text = statement.trim().replace(/;$/, '')
    await client.query(`create function pg_temp.parsed_statement(${parameters}) returns void begin atomic ${text}; end`)
    const { rows } = await client.query<{ body: string }>(
      `select prosqlbody::text as body from pg_proc where proname = 'parsed_statement' and prosqlbody is not null`,
    )
    return firstQuery(rows[0]?.body ?? '')
  } finally {
    await client.query('rollback to savepoint parsing')
  }
}

/** A view stores a list of one query; a function body a nested list. */
export function firstQuery(text: string): Node | undefined {
  let value = readTree(text)
  while (Array.isArray(value)) value = value[0] ?? null
  return isNode(value) ? value : undefined
}
