import type pg from 'pg'

/** A violation of an invariant. domain/books/rule-texts.ts has the texts for people. */
export interface Finding {
  /**
   * Number of the invariant and name of the check, such as `L8 closed`; a name alone if it is not one of money.md 2.
   */
  rule: string
  /** Id of the row that violates it; several values for a row of sums. */
  subject: string
  /** Both figures that should agree, in English, for the maintainer. */
  detail: string
}

/** A connection, or a pool of them. */
export interface StatementRunner {
  query<Row extends pg.QueryResultRow>(text: string): Promise<{ rows: Row[] }>
}

interface CheckSet {
  /** Common table expressions of the checks. */
  common: string
  /** By rule: a query that returns `subject` and `detail` of each violation. */
  checks: Record<string, string>
}

/**
 * Runs all checks as one statement, on one snapshot, so that concurrent writes do not matter. An empty list means no
 * violations.
 */
export async function runChecks(client: StatementRunner, { common, checks }: CheckSet): Promise<Finding[]> {
  const selects = Object.entries(checks).map(
    ([rule, select]) => `select '${rule}' as rule, subject::text, detail from (${select}) c`,
  )
  const { rows } = await client.query<Finding>(`${common} ${selects.join('\nunion all\n')} order by rule, subject`)
  return rows
}
