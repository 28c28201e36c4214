import type { Database } from '#platform/postgres/database.ts'
import { moveGroupBuys } from '#server/group-buys/move-group-buys.ts'
import { movePriceRises } from '#server/price-rises/move-price-rises.ts'
import { refundEndedBuys } from './refund-ended-buys.ts'
import { settleBuys } from './settle-buys.ts'
import { settleLateLeavers } from './settle-late-leavers.ts'

/**
 * The group buys job: decides votes about higher prices, closes, extends, expires, settles, fails and refunds buys whose time has come. One buy's failure
 * does not stop the others.
 */
export async function advanceGroupBuys(database: Database, siteUrl: string): Promise<void> {
  const faults = [
    ...(await movePriceRises(database, siteUrl)),
    ...(await moveGroupBuys(database, siteUrl)),
    ...(await settleBuys(database, siteUrl)),
    ...(await refundEndedBuys(database, siteUrl)),
    ...(await settleLateLeavers(database, siteUrl)),
  ]
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} group buys could not be advanced`)
}
