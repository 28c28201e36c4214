import type { Filling } from '#platform/postgres/testing.ts'
import { seedDemoMarket } from '../seed/seed.ts'

/** The demo market as it opens now. */
export const demoMarket: Filling = { name: 'demo', fill: (connectionString) => seedDemoMarket({ connectionString }) }
