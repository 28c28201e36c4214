import type { Turns } from '../http/turns.ts'
import type { Identity } from '../postgres/database.ts'

/** How much may be read by those who ask from outside; the service's own key and this process are not counted. */
export interface Reading {
  /** Whose reads are counted together, such as a person or an address. */
  readerOf(request: Request, identity: Identity): string
  /** Takes so many units; answers the seconds to wait, 0 when they may be read. */
  take(reader: string, units: number): Promise<number>
  /** For callers who are not signed in. */
  strangers: Turns
  /** For whatever makes the database look at many rows. */
  heavy: Turns
}
