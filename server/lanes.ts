import type { Database, Identity } from '#platform/postgres/database.ts'

interface Lanes {
  auth: Database
  commands: Database
  /** Sorts the table API's calls: writes with commands, signed-in reads and those of our own pages with `reads`, others apart. */
  tables: Database
  /** Mails and jobs. */
  work: Database
  /** Websockets. */
  live: Database
  /** Notes that an identity's reads are for one of our pages, whoever looks at it. */
  readsForPage(identity: Identity): void
}

/** Which connections each part of the product uses, so that one that hangs or is flooded stops only itself. */
export function lanesOf(database: Database): Lanes {
  const forPages = new WeakSet<Identity>()
  const commands = database.lane('commands')
  const reads = database.lane('reads')
  const strangers = database.lane('strangers')
  return {
    auth: database.lane('auth'),
    commands,
    work: database.lane('work'),
    live: database.lane('live'),
    tables: {
      ...strangers,
      as(identity, work, options) {
        const isKnown = identity.role !== 'anon' || forPages.has(identity)
        const lane = options?.readOnly ? (isKnown ? reads : strangers) : commands
        return lane.as(identity, work, options)
      },
    },
    readsForPage: (identity) => void forPages.add(identity),
  }
}
