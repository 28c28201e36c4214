import type { Filling } from '#platform/postgres/testing.ts'
import { seedDemoMarket } from '../seed/seed.ts'

/** The demo market, seeded at the current time. */
export const demoMarket: Filling = { name: 'demo', fill: (connectionString) => seedDemoMarket({ connectionString }) }
