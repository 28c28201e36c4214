import type pg from 'pg'
import { auditAjo } from '#database/audit/ajo.ts'
import { auditBacklog, auditIntegrity } from '#database/audit/integrity.ts'
import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import type { Finding } from '#database/audit/run-checks.ts'
import { auditStaff } from '#database/audit/staff.ts'
import { ruleName } from '#domain/books/rule-texts.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { notifyAdmins } from '#server/notices/notify-admins.ts'

interface AuditDeps {
  database: Database
  siteUrl: string
}

interface AuditCause {
  cause: 'night' | 'requested'
  requestedBy: string | null
}

const EXAMPLES = 5

/** Runs the audit checks, stores their findings, and notifies the administrators if there are any. */
export async function auditBooks({ database, siteUrl }: AuditDeps, { cause, requestedBy }: AuditCause): Promise<void> {
  await database.as(SERVICE, async (tx) => {
    // Years of data are recounted in full: a million orders take minutes, also in memory.
    await tx.query(`set local statement_timeout = '45min'; set local work_mem = '128MB'; set local jit = off`)
    const { rows } = await tx.query<{ now: Date }>('select clock_timestamp() as now')
    const faults = await allFaults(tx)
    const findings = groupByRule(faults)
    // Journals of the last hour may belong to transactions that are not committed yet.
    await tx.query(
      `insert into public.audit_runs (cause, requested_by, started_at, findings, transfers, chain, chain_until)
       select $1, $2, $3, $4, c.transfers, c.hash, u.at from (select now() - interval '1 hour' as at) u cross join lateral ledger.chain(u.at) c`,
      [cause, requestedBy, rows[0]?.now, JSON.stringify(findings)],
    )
    if (findings.length === 0) return
    const counts = findings.map(({ rule, amount }) => ({ name: `${ruleName(rule)} (${rule})`, amount }))
    await notifyAdmins(tx, 'audit-found', { facts: { counts }, siteUrl })
  })
}

async function allFaults(tx: pg.ClientBase): Promise<Finding[]> {
  const all: Finding[] = []
  for (const audit of [auditLedger, auditMarket, auditStaff, auditAjo, auditIntegrity, auditBacklog])
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
