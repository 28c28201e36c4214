import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { AnonymousQuery } from '#platform/postgres/queries/anonymous-queries.ts'
import { responseTooLarge } from '../errors/errors.ts'
import type { ResultRow } from './read-statement.ts'
import type { BoundStatement } from './statement.ts'

const MAX_NAMES = 64
/** The statements of our own pages are known and are many: planning one takes longer than running it. */
export const MAX_PAGE_NAMES = 256
const MAX_WATCHED = 1000

/** The name under which a text is prepared, or undefined while it is too rare to be worth preparing. */
type StatementNames = (text: string) => string | undefined

/**
 * A repeated text is prepared under a name on each connection that runs it. The number of names is bounded, because
 * every connection keeps what it has prepared.
 * NOTE: PostgreSQL replans a prepared statement when the role changes, so policies still apply.
 */
export function statementNames(maxNames = MAX_NAMES): StatementNames {
  const seen = new Map<string, number>()
  const names = new Map<string, string>()

  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= maxNames) return known
    const times = (seen.get(text) ?? 0) + 1
    if (times < 3) {
      if (seen.size >= MAX_WATCHED) seen.clear()
      seen.set(text, times)
      return undefined
    }
    seen.delete(text)
    // Named after its text, because several handlers may share a connection.
    const name = `tables_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
    names.set(text, name)
    return name
  }
}

/** Runs statements that return one row, inside an open transaction. Throws 413 for a body above the limit. */
export function statementRunner(
  nameStatement: StatementNames,
  maxAnswerBytes: number,
): (tx: pg.ClientBase, statement: BoundStatement) => Promise<ResultRow> {
  return async (tx, { text, values, isLong }) => {
    const name = isLong ? undefined : nameStatement(text)
    const { rows } = await tx.query<ReturnedRow>(name === undefined ? { text, values } : { name, text, values })
    const [row] = rows
    if (!row) throw new Error('A statement of the table API must return one row.')
    return checkSize(row, maxAnswerBytes)
  }
}

/**
 * Runs an anonymous read as one statement; undefined if it needs a transaction of its own. Throws 413 like
 * `statementRunner`.
 */
export function anonymousRunner(
  read: AnonymousQuery,
  { nameStatement, maxAnswerBytes }: { nameStatement: StatementNames; maxAnswerBytes: number },
): (statement: BoundStatement) => Promise<ResultRow | undefined> {
  return async ({ text, values, isLong }) => {
    const name = isLong ? undefined : nameStatement(text)
    const rows = await read<ReturnedRow>({ text, values, ...(name !== undefined && { name }) })
    return rows?.[0] && checkSize(rows[0], maxAnswerBytes)
  }
}

type ReturnedRow = Omit<ResultRow, 'body'> & { body: string | null }

function checkSize(row: ReturnedRow, maxAnswerBytes: number): ResultRow {
  if (row.body === null || Buffer.byteLength(row.body) > maxAnswerBytes) throw responseTooLarge(maxAnswerBytes)
  return { ...row, body: row.body }
}
