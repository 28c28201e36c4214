import type { CycleJob } from './cycle-job.ts'
import { openRounds } from './open-rounds.ts'
import { endStandingOrders } from './standing/end-standing-orders.ts'
import { serveStandingOrders } from './standing/serve-standing-orders.ts'

/** The job of the cycles. A failing step does not stop the others, nor one cycle or buyer the next. */
export async function advanceCycles(job: CycleJob): Promise<void> {
  const faults: unknown[] = []
  for (const step of [openRounds, serveStandingOrders, endStandingOrders]) {
    try {
      faults.push(...(await step(job)))
    } catch (fault) {
      faults.push(fault)
    }
  }
  if (faults.length > 0)
    throw new AggregateError(faults, `${faults.length} cycles or standing orders could not be advanced`)
}
