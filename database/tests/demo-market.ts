import type { TemplateSeed } from '#platform/postgres/testing.ts'
import { seedDemoMarket } from '../seed/seed.ts'

/** The demo market, seeded at the current time. */
export const demoMarket: TemplateSeed = {
  name: 'demo',
  fill: (connectionString) => seedDemoMarket({ connectionString }),
}
