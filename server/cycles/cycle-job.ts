import type { Database } from '#platform/postgres/database.ts'

export interface CycleJob {
  database: Database
  /** Origin of the site, for links in messages. */
  siteUrl: string
}
