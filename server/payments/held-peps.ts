import type pg from 'pg'
import { journal, type Line } from '#domain/payments/movements.ts'
import { post } from './post.ts'

/** PEPS that a payment holds for an order: a line of the journal `hold:<payment>`. */
interface HeldPeps {
  line: number
  userId: string
  orderId: string
  amountKobo: bigint
}

/** What a payment still holds; the caller has locked the payment. */
export async function readHeld(tx: pg.ClientBase, paymentId: string): Promise<HeldPeps[]> {
  const { rows } = await tx.query<{ line: number; debit: string | null; credit: string | null; amount_kobo: bigint }>(
    `select t.line, d.owner_id as debit, c.owner_id as credit, t.amount_kobo
     from ledger.transfers t join ledger.accounts d on d.id = t.debit_id join ledger.accounts c on c.id = t.credit_id
     where t.journal_id = ledger.id_of($1) and t.phase = 'held' and not exists (select from ledger.transfers e where e.hold_id = t.id) order by t.line`,
    [`hold:${paymentId}`],
  )
  return rows.map(({ line, debit, credit, amount_kobo }) => ({
    line,
    userId: debit ?? '',
    orderId: credit ?? '',
    amountKobo: amount_kobo,
  }))
}

/** Held PEPS become what the orders were paid with; those of other orders are free again. */
export async function endHold(tx: pg.ClientBase, paymentId: string, takenFor: readonly string[]): Promise<void> {
  const held = await readHeld(tx, paymentId)
  const lines = held.map(({ line, userId, orderId, amountKobo }): Line => {
    const hold = `hold:${paymentId}#${line}`
    return {
      kind: 'peps_spent',
      debitOwner: userId,
      creditOwner: orderId,
      amountKobo,
      ...(takenFor.includes(orderId) ? { takes: hold } : { frees: hold }),
    }
  })
  await post(tx, journal(`hold-ended:${paymentId}`, lines))
}

/** PEPS that were held are free again. Does nothing where none are held any more. */
export const freeHold = (tx: pg.ClientBase, paymentId: string): Promise<void> => endHold(tx, paymentId, [])
