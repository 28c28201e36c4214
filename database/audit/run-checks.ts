import type pg from 'pg'

/** One thing that must never be, by the rule it breaks (money.md 2, L1 to L23). */
export interface Fault {
  rule: string
  subject: string
  detail: string
}

interface Checks {
  /** Common table expressions that the checks read. */
  common: string
  /** By rule: rows of `subject` and `detail`, one for each fault. */
  checks: Record<string, string>
}

/** Runs all checks as one statement, of one moment, so that it may run beside whatever moves. An empty list is what it should be. */
export async function runChecks(client: pg.ClientBase | pg.Pool, { common, checks }: Checks): Promise<Fault[]> {
  const selects = Object.entries(checks).map(
    ([rule, select]) => `select '${rule}' as rule, subject::text, detail from (${select}) c`,
  )
  const { rows } = await client.query<Fault>(`${common} ${selects.join('\nunion all\n')} order by rule, subject`)
  return rows
}
