import type pg from 'pg'
import { auditLedger } from './ledger.ts'
import { auditMarket } from './market.ts'
import type { Fault } from './run-checks.ts'
import { auditStaff } from './staff.ts'
import { auditSafety } from './upkeep.ts'

/** Recounts money, counters and moves. An empty list is a sound market. */
export const auditEverything = async (client: pg.ClientBase): Promise<Fault[]> => [
  ...(await auditLedger(client)),
  ...(await auditMarket(client)),
  ...(await auditStaff(client)),
  ...(await auditSafety(client)),
]
