import type { DeliveryRunCommands } from '#api/commands/delivery-runs.ts'
import type { Feature } from '#server/feature.ts'
import { failDelivery } from './fail-delivery.ts'
import { planRun } from './plan-run.ts'
import { removeFromRun } from './remove-from-run.ts'
import { sortStops } from './sort-stops.ts'
import { startRun } from './start-run.ts'

export const deliveryRuns: Feature<DeliveryRunCommands> = {
  commands: {
    'plan-run': planRun,
    'start-run': startRun,
    'remove-from-run': removeFromRun,
    'sort-stops': sortStops,
    'fail-delivery': failDelivery,
  },
}
