import { seedDemoMarket } from '#database/seed/seed.ts'
import type { TemplateSeed } from '#platform/postgres/testing.ts'

/** The demo market, seeded at the current time. */
export const demoMarket: TemplateSeed = {
  name: 'demo',
  fill: (connectionString) => seedDemoMarket({ connectionString }),
}
