import type pg from 'pg'
import type { CommandInput } from '#api/commands.ts'
import type { Join, JoinedBuy } from '#domain/group-buys/joining.ts'
import type { Refusal } from '#domain/refusal.ts'

/** What `join-group-buy` is sent, or what the insertion of an order stands for. */
export interface JoinRequest extends Omit<CommandInput<'join-group-buy'>, 'quantity'> {
  /** Units, or how to find them from the buy as it stands. */
  quantity: number | ((buy: JoinedBuy) => number | Refusal)
  /** Id that the client chose for a new order; only in a batch of one. */
  orderId?: string
  /** A further check on what was decided, such as the total that the client expects. */
  accept?: (decision: Join) => Refusal | null
  /** For who inserts an order: the answer is the order alone. */
  asOrder?: {
    /** Reads what its buyer is shown, with their role and claims; must send its statements in its first turn. */
    readRepresentation: ((tx: pg.PoolClient, orderId: string) => Promise<void>) | null
  }
}
