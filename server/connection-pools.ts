import type { Database, Identity } from '#platform/postgres/database.ts'

interface ConnectionPools {
  auth: Database
  commands: Database
  /**
   * Chooses the pool for each call of the table API: commands for writes, reads for signed-in users and our own pages,
   * anonymous for other reads.
   */
  tables: Database
  /** For mails and jobs. */
  work: Database
  /** For websockets. */
  live: Database
  /** Marks an identity whose reads are for one of our own pages. */
  readsForPage(identity: Identity): void
}

/**
 * The connection pool of each part of the server, so that one part that hangs or is flooded doesn't block the others.
 */
export function connectionPools(database: Database): ConnectionPools {
  const pageIdentities = new WeakSet<Identity>()
  const commands = database.pool('commands')
  const reads = database.pool('reads')
  const anonymous = database.pool('anonymous')
  return {
    auth: database.pool('auth'),
    commands,
    work: database.pool('work'),
    live: database.pool('live'),
    tables: {
      ...anonymous,
      as(identity, work, options) {
        const isKnown = identity.role !== 'anon' || pageIdentities.has(identity)
        const pool = options?.readOnly ? (isKnown ? reads : anonymous) : commands
        return pool.as(identity, work, options)
      },
    },
    readsForPage: (identity) => void pageIdentities.add(identity),
  }
}
