import { auditAjo } from './ajo.ts'
import { auditIntegrity } from './integrity.ts'
import { auditLedger } from './ledger.ts'
import { auditMarket } from './market.ts'
import type { Finding, StatementRunner } from './run-checks.ts'
import { auditStaff } from './staff.ts'

/** Runs all audits of money, counters and status changes. An empty list means that everything is consistent. */
export const auditEverything = async (client: StatementRunner): Promise<Finding[]> => [
  ...(await auditLedger(client)),
  ...(await auditMarket(client)),
  ...(await auditStaff(client)),
  ...(await auditAjo(client)),
  ...(await auditIntegrity(client)),
]
