import type pg from 'pg'
import { type CatalogueFacts, readCatalogueFacts } from '../reading-queries/catalogue-facts.ts'
import { columnNullness, type Nullness } from '../reading-queries/nullness.ts'
import { parseStatement } from '../reading-queries/parse-statement.ts'
import { outputColumns } from '../reading-queries/query-tree.ts'
import { EXCLUDED_FILES, roleOf, TEMPORARY_TABLE_FILES } from './file-rules.ts'
import type { RowField, Statement } from './find-statements.ts'
import { kindOfColumn } from './kind-of-column.ts'

/**
 * Errors in the statements, one line each, as PostgreSQL reports them on a migrated database. The statements are not
 * executed.
 */
export async function checkStatements(client: pg.ClientBase, statements: readonly Statement[]): Promise<string[]> {
  const facts = await readCatalogueFacts(client)
  const breaches: string[] = []
  await client.query('begin')
  try {
    for (const statement of statements) {
      const { text } = statement
      if (TEMPORARY_TABLE_FILES.has(statement.path)) continue
      if (text === undefined) {
        if (!(statement.path in EXCLUDED_FILES))
          breaches.push(
            `${statement.at}: the text of this statement is not constant; add its file to file-rules.ts, with the reason.`,
          )
      } else if (!SESSION_STATEMENT.test(text)) {
        breaches.push(
          ...(await statementFaults(client, facts, { ...statement, text })).map((fault) => `${statement.at}: ${fault}`),
        )
      }
    }
  } finally {
    await client.query('rollback')
  }
  return [...new Set(breaches)]
}

/** Paths of excluded files that need no exclusion. */
export function unneededExclusions(statements: readonly Statement[]): string[] {
  const unfixed = new Set(statements.filter(({ text }) => text === undefined).map(({ path }) => path))
  return Object.keys(EXCLUDED_FILES).filter((path) => !unfixed.has(path))
}

/** Statements that cannot be prepared. */
const SESSION_STATEMENT =
  /^\s*(begin|commit|rollback|create|savepoint|release|set|reset|listen|unlisten|notify|analyze|grant|prepare|deallocate)\b/i

async function statementFaults(
  client: pg.ClientBase,
  facts: CatalogueFacts,
  statement: Statement & { text: string },
): Promise<string[]> {
  const { parameters, results, fault } = await prepareStatement(client, statement)
  if (fault !== undefined) return [fault]
  if (statement.rows.length === 0) return valueCountFaults(statement.values, parameters.length)
  // One of several alternative texts may return no rows.
  if (results.length === 0 && statement.alternatives > 1) return valueCountFaults(statement.values, parameters.length)
  const query = await parseStatement(client, statement.text, parameters.join(', '))
  const nullness = query ? columnNullness(facts, query) : []
  const columns = (query ? outputColumns(query) : []).map((entry, place) => ({
    name: String(entry.fields.resname),
    type: results[place] ?? 'unknown',
    nullness: nullness[place] ?? ('unknown' as const),
  }))
  return [
    ...valueCountFaults(statement.values, parameters.length),
    ...statement.rows.flatMap((field) => fieldFaults(field, columns)),
  ]
}

interface PreparedStatement {
  parameters: string[]
  results: string[]
  fault?: string
}

/** Prepares a statement as the role that will send it, so that missing rights are errors too. */
async function prepareStatement(
  client: pg.ClientBase,
  { text, path }: Statement & { text: string },
): Promise<PreparedStatement> {
  await client.query('savepoint preparing')
  try {
    const role = roleOf(path)
    if (role) await client.query(`set local role ${role}`)
    await client.query(`prepare checked_statement as ${text}`)
    const { rows } = await client.query<{ parameters: string[]; results: string[] | null }>(
      `select coalesce(parameter_types::text[], '{}') as parameters, result_types::text[] as results from pg_prepared_statements where name = 'checked_statement'`,
    )
    const { parameters, results } = rows[0] ?? { parameters: [], results: null }
    // EXPLAIN checks the rights; the arguments are nulls.
    const nulls = parameters.map((type) => `null::${type}`).join(', ')
    await client.query(`explain (costs off) execute checked_statement${nulls && `(${nulls})`}`)
    return { parameters, results: results ?? [] }
  } catch (error) {
    return { parameters: [], results: [], fault: error instanceof Error ? error.message : String(error) }
  } finally {
    await client.query('rollback to savepoint preparing')
    await client.query('deallocate all')
  }
}

function valueCountFaults(sent: number | undefined, expected: number): string[] {
  return sent === undefined || sent === expected ? [] : [`sends ${sent} values, the statement takes ${expected}.`]
}

function fieldFaults(field: RowField, columns: { name: string; type: string; nullness: Nullness }[]): string[] {
  const column = columns.find(({ name }) => name === field.name)
  if (!column)
    return [
      `the row type has ${field.name}, the statement returns ${columns.map(({ name }) => name).join(', ') || 'nothing'}.`,
    ]
  const kind = kindOfColumn(column.type)
  const wrong = kind === 'any' ? [] : field.kinds.filter((each) => each !== kind && each !== 'any')
  if (wrong.length > 0)
    return [`the row type has ${field.name} as ${wrong.join(' | ')}, a ${column.type} arrives as ${kind}.`]
  return column.nullness === 'may' && !field.nullable
    ? [`the row type has ${field.name} without null, the column can be null.`]
    : []
}
