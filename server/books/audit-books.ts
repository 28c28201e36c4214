import type pg from 'pg'
import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import type { Finding } from '#database/audit/run-checks.ts'
import { auditStaff } from '#database/audit/staff.ts'
import { auditBacklog, auditIntegrity } from '#database/audit/integrity.ts'
import { ruleName } from '#domain/books/rule-words.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { tellChiefs } from '../mails/tell-chiefs.ts'

interface AuditDeps {
  database: Database
  siteUrl: string
}

interface Occasion {
  cause: 'night' | 'asked'
  askedBy: string | null
}

const EXAMPLES = 5

/** Checks L1 to L26, writes down what was found, and mails the chiefs if anything was. */
export async function auditBooks({ database, siteUrl }: AuditDeps, { cause, askedBy }: Occasion): Promise<void> {
  await database.as(SERVICE, async (tx) => {
    // A market of years is recounted in whole.
    await tx.query('set local statement_timeout = 300000')
    const { rows } = await tx.query<{ now: Date }>('select clock_timestamp() as now')
    const faults = await allFaults(tx)
    const findings = groupByRule(faults)
    // Whatever was posted within the hour may still be on its way into the table.
    await tx.query(
      `insert into public.audit_runs (cause, asked_by, started_at, findings, transfers, chain, chain_until)
       select $1, $2, $3, $4, c.transfers, c.hash, u.at from (select now() - interval '1 hour' as at) u cross join lateral ledger.chain(u.at) c`,
      [cause, askedBy, rows[0]?.now, JSON.stringify(findings)],
    )
    if (findings.length === 0) return
    const counts = findings.map(({ rule, amount }) => ({ name: `${ruleName(rule)} (${rule})`, amount }))
    await tellChiefs(tx, 'audit-found', { facts: { counts }, siteUrl })
  })
}

async function allFaults(tx: pg.ClientBase): Promise<Finding[]> {
  const all: Finding[] = []
  for (const audit of [auditLedger, auditMarket, auditStaff, auditIntegrity, auditBacklog])
    all.push(...(await audit(tx)))
  return all
}

function groupByRule(faults: readonly Finding[]) {
  const groups = new Map<string, Finding[]>()
  for (const fault of faults) groups.set(fault.rule, [...(groups.get(fault.rule) ?? []), fault])
  return [...groups].map(([rule, all]) => ({
    rule,
    amount: all.length,
    examples: all.slice(0, EXAMPLES).map(({ subject, detail }) => ({ subject, detail })),
  }))
}
