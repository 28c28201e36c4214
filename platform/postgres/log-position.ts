import { askTogether } from './ask-together.ts'
import { openPool } from './database.ts'
import { PostgresFault } from './fault.ts'

/** How far the log of a history is written. */
export interface Position {
  /** Bytes since the beginning of all histories. */
  at: bigint
  timeline: string
}

/** A history and the mark that every server which follows it holds. */
export interface History {
  timeline: string
  mark: string
}

export interface PrimaryLog {
  /** Everything that was acknowledged before this call lies before this position. */
  position(): Promise<Position>
  /** The history that is being written now, marked. */
  history(): Promise<History>
  close(): Promise<void>
}

/** Longer than a busy process comes late to its timers. */
export const POSITION_LIMIT_MS = 1_000

/** The primary server's log, asked on a connection of its own. */
export function openPrimaryLog(connectionString: string): PrimaryLog {
  const pool = openPool({ connectionString, maxConnections: 1, answerWithinMs: POSITION_LIMIT_MS })
  return {
    position: askTogether(async () => {
      // NOTE: What was committed without waiting for the disk may lie behind this position: attempts that are counted, and mails that a demo keeps.
      const { rows } = await pool.query<Position>({
        name: 'log_position',
        text: `select l - '0/0'::pg_lsn as at, left(pg_walfile_name(l), 8) as timeline from pg_current_wal_flush_lsn() as l`,
      })
      return positionOf(rows[0])
    }),
    async history() {
      const { rows } = await pool.query<History>('select timeline, mark from standbys.note_timeline()')
      if (!rows[0]) throw new PostgresFault('The primary server does not name its history.')
      return rows[0]
    },
    close: () => pool.end(),
  }
}

/** The difference of two positions is `numeric`, which arrives as text. */
function positionOf(row: { at: unknown; timeline: string } | undefined): Position {
  if (!row) throw new PostgresFault('The primary server does not tell its position.')
  return { at: BigInt(String(row.at)), timeline: row.timeline }
}
