import { type ActDescribers, textOf } from '#domain/acts/act.ts'

export const deliveryRunActs = {
  'run.plan': ({ before, after }) => [
    ` ${before.rider ? 'changed' : 'planned'} a delivery run: rider ${textOf(after.rider) ?? 'unknown'}, ${String(after.orders)} stops.`,
  ],
  'run.start': ({ after }) => [` started a delivery run with ${String(after.orders)} stops.`],
  'run.remove-stop': ({ after }) => [` took order ${String(after.order_no)} out of a delivery run.`],
  'run.sort': ({ after }) => [` put the ${String(after.orders)} stops of a delivery run in another order.`],
  'run.fail': ({ after }) => [
    ` could not deliver order ${String(after.order_no)}: ${textOf(after.reason) ?? 'no reason'}.`,
  ],
} satisfies ActDescribers
