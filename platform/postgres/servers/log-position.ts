import type { Database } from '../database.ts'
import { PostgresFault } from '../fault.ts'
import { coalesce } from '../queries/coalesce.ts'

/** A position in the write-ahead log. */
export interface LogPosition {
  /** LSN: bytes since the beginning of the log. */
  at: bigint
  timeline: string
}

/** A timeline of the primary and its random mark, which is replicated to every standby that follows it. */
export interface MarkedTimeline {
  timeline: string
  mark: string
}

interface PrimaryLog {
  /** Everything committed before this call has a lower position. */
  position(): Promise<LogPosition>
  /** Marks the current timeline if necessary, and returns it. */
  markedTimeline(): Promise<MarkedTimeline>
}

/** Reads the primary server's log position; `onQuery` is called for each query. */
export function openPrimaryLog({ queryReserved }: Pick<Database, 'queryReserved'>, onQuery: () => void): PrimaryLog {
  return {
    position: coalesce(async () => {
      onQuery()
      // NOTE: Commits that didn't wait for the disk may lie behind this position: counts of attempts, and mails that a
      // demo stores.
      const [row] = await queryReserved<{ at: string; timeline: string }>({
        name: 'log_position',
        text: `select l - '0/0'::pg_lsn as at, left(pg_walfile_name(l), 8) as timeline from pg_current_wal_flush_lsn() as l`,
      })
      if (!row) throw new PostgresFault('The primary server does not report its position.')
      return { at: BigInt(row.at), timeline: row.timeline }
    }),
    async markedTimeline() {
      const [row] = await queryReserved<MarkedTimeline>({ text: 'select timeline, mark from standbys.note_timeline()' })
      if (!row) throw new PostgresFault('The primary server does not report its timeline.')
      return row
    },
  }
}
