import type pg from 'pg'
import type { CommandInput } from '#api/commands.ts'
import type { Join, JoinedBuy } from '#domain/group-buys/participants/joining.ts'
import type { Refusal } from '#domain/refusal.ts'

/** The input of `join-group-buy`, or of an order insert that joins. */
export interface JoinRequest extends Omit<CommandInput<'join-group-buy'>, 'quantity'> {
  /** Units, or a function that derives them from the locked buy. */
  quantity: number | ((buy: JoinedBuy) => number | Refusal)
  /** The client's id for a new order; only in a batch of one. */
  orderId?: string
  /** An additional check of the decision, such as the client's expected total. */
  accept?: (decision: Join) => Refusal | null
  /** The caller tells the buyer about the order itself, such as one that it pays in the same transaction. */
  isConfirmedByCaller?: true
  /** For order inserts: the answer is the order row only. */
  asOrder?: {
    /** Reads the representation with the buyer's role and claims; must send its statements synchronously. */
    readRepresentation: ((tx: pg.PoolClient, orderId: string) => Promise<void>) | null
  }
}
