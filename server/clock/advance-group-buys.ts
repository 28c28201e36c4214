import type { Database } from '#platform/postgres/database.ts'
import { refundEndedBuys } from '../payments/refund-ended-buys.ts'
import { settleBuys } from '../payments/settle-buys.ts'
import { settleLateLeavers } from '../payments/settle-late-leavers.ts'
import { moveGroupBuys } from './move-group-buys.ts'

/**
 * The group buys job: closes, extends, expires, settles, fails and refunds buys whose time has come. One buy's failure
 * does not stop the others.
 */
export async function advanceGroupBuys(database: Database, siteUrl: string): Promise<void> {
  const faults = [
    ...(await moveGroupBuys(database, siteUrl)),
    ...(await settleBuys(database, siteUrl)),
    ...(await refundEndedBuys(database, siteUrl)),
    ...(await settleLateLeavers(database, siteUrl)),
  ]
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} group buys could not be advanced`)
}
