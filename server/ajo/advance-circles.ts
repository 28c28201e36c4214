import { type CircleJobs, closeMonths } from './close-months.ts'
import { remindMembers } from './remind-members.ts'
import { returnToCircles } from './return-to-circles.ts'

/** The job of the circles. A failing step does not stop the others. */
export async function advanceCircles(jobs: CircleJobs): Promise<void> {
  const faults: unknown[] = []
  for (const step of [returnToCircles, closeMonths, remindMembers]) {
    try {
      faults.push(...((await step(jobs)) ?? []))
    } catch (fault) {
      faults.push(fault)
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} circles could not be advanced`)
}
