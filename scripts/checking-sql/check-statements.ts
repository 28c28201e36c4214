import type pg from 'pg'
import { type CatalogueFacts, readCatalogueFacts } from '../reading-queries/catalogue-facts.ts'
import { columnNullness, type Nullness } from '../reading-queries/nullness.ts'
import { parseStatement } from '../reading-queries/parse-statement.ts'
import { answeredColumns } from '../reading-queries/query-tree.ts'
import type { RowField, Statement } from './find-statements.ts'
import { kindOfColumn } from './kind-of-column.ts'
import { LEFT_OUT, ON_OWN_TABLES, roleOf } from './rooms.ts'

/** What is wrong with the statements, one line each, as PostgreSQL sees them on a migrated database. Nothing of them runs. */
export async function checkStatements(client: pg.ClientBase, statements: readonly Statement[]): Promise<string[]> {
  const facts = await readCatalogueFacts(client)
  const breaches: string[] = []
  await client.query('begin')
  try {
    for (const statement of statements) {
      const { text } = statement
      if (ON_OWN_TABLES.has(statement.path)) continue
      if (text === undefined) {
        if (!(statement.path in LEFT_OUT))
          breaches.push(
            `${statement.at}: the source does not fix this statement; name its file in rooms.ts, with the reason.`,
          )
      } else if (!OF_THE_SESSION.test(text)) {
        breaches.push(
          ...(await faultsOf(client, facts, { ...statement, text })).map((fault) => `${statement.at}: ${fault}`),
        )
      }
    }
  } finally {
    await client.query('rollback')
  }
  return [...new Set(breaches)]
}

/** Names of files that were left out and need not be. */
export function needlesslyLeftOut(statements: readonly Statement[]): string[] {
  const unfixed = new Set(statements.filter(({ text }) => text === undefined).map(({ path }) => path))
  return Object.keys(LEFT_OUT).filter((path) => !unfixed.has(path))
}

/** Cannot be prepared. */
const OF_THE_SESSION =
  /^\s*(begin|commit|rollback|create|savepoint|release|set|reset|listen|unlisten|notify|analyze|grant|prepare|deallocate)\b/i

async function faultsOf(
  client: pg.ClientBase,
  facts: CatalogueFacts,
  statement: Statement & { text: string },
): Promise<string[]> {
  const { parameters, results, fault } = await prepared(client, statement)
  if (fault !== undefined) return [fault]
  if (statement.rows.length === 0) return faultOfValues(statement.values, parameters.length)
  // One of several texts at a place may be one that answers nothing.
  if (results.length === 0 && statement.alternatives > 1) return faultOfValues(statement.values, parameters.length)
  const query = await parseStatement(client, statement.text, parameters.join(', '))
  const nullness = query ? columnNullness(facts, query) : []
  const columns = (query ? answeredColumns(query) : []).map((entry, place) => ({
    name: String(entry.fields.resname),
    type: results[place] ?? 'unknown',
    nullness: nullness[place] ?? ('unknown' as const),
  }))
  return [
    ...faultOfValues(statement.values, parameters.length),
    ...statement.rows.flatMap((field) => faultOfField(field, columns)),
  ]
}

interface Prepared {
  parameters: string[]
  results: string[]
  fault?: string
}

/** As the role that will send it: what it may not touch is refused here too. */
async function prepared(client: pg.ClientBase, { text, path }: Statement & { text: string }): Promise<Prepared> {
  await client.query('savepoint preparing')
  try {
    const role = roleOf(path)
    if (role) await client.query(`set local role ${role}`)
    await client.query(`prepare checked_statement as ${text}`)
    const { rows } = await client.query<{ parameters: string[]; results: string[] | null }>(
      `select coalesce(parameter_types::text[], '{}') as parameters, result_types::text[] as results from pg_prepared_statements where name = 'checked_statement'`,
    )
    const { parameters, results } = rows[0] ?? { parameters: [], results: null }
    // The plan is made with nulls, and asks for the rights.
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

function faultOfValues(sent: number | undefined, wanted: number): string[] {
  return sent === undefined || sent === wanted ? [] : [`sends ${sent} values, the statement takes ${wanted}.`]
}

function faultOfField(field: RowField, columns: { name: string; type: string; nullness: Nullness }[]): string[] {
  const column = columns.find(({ name }) => name === field.name)
  if (!column)
    return [
      `the row type has ${field.name}, the statement answers ${columns.map(({ name }) => name).join(', ') || 'nothing'}.`,
    ]
  const kind = kindOfColumn(column.type)
  const wrong = kind === 'any' ? [] : field.kinds.filter((each) => each !== kind && each !== 'any')
  if (wrong.length > 0)
    return [`the row type has ${field.name} as ${wrong.join(' | ')}, a ${column.type} arrives as ${kind}.`]
  return column.nullness === 'may' && !field.nullable
    ? [`the row type has ${field.name} without null, the column can be null.`]
    : []
}
