import { askTogether } from './ask-together.ts'
import type { Database } from './database.ts'
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

interface PrimaryLog {
  /** Everything that was acknowledged before this call lies before this position. */
  position(): Promise<Position>
  /** The history that is being written now, marked. */
  history(): Promise<History>
}

/** The primary server's log; `onQuestion` is called for each question that it is asked. */
export function openPrimaryLog({ aside }: Pick<Database, 'aside'>, onQuestion: () => void): PrimaryLog {
  return {
    position: askTogether(async () => {
      onQuestion()
      // NOTE: What was committed without waiting for the disk may lie behind this position: attempts that are counted, and mails that a demo keeps.
      const [row] = await aside<{ at: string; timeline: string }>({
        name: 'log_position',
        text: `select l - '0/0'::pg_lsn as at, left(pg_walfile_name(l), 8) as timeline from pg_current_wal_flush_lsn() as l`,
      })
      if (!row) throw new PostgresFault('The primary server does not tell its position.')
      return { at: BigInt(row.at), timeline: row.timeline }
    }),
    async history() {
      const [row] = await aside<History>({ text: 'select timeline, mark from standbys.note_timeline()' })
      if (!row) throw new PostgresFault('The primary server does not name its history.')
      return row
    },
  }
}
