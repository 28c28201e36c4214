import type pg from 'pg'
import { journal, type LedgerLine } from '#domain/payments/movements.ts'
import { post } from './post.ts'

/** PEPS that a payment holds for an order: a line of the journal `hold:<payment>`. */
interface HeldPeps {
  line: number
  userId: string
  orderId: string
  amountKobo: bigint
}

/** Reads the PEPS that a payment still holds. The caller has locked the payment. */
export async function readHeldPeps(tx: pg.ClientBase, paymentId: string): Promise<HeldPeps[]> {
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

/** Ends a hold: PEPS held for the orders in `takenFor` are spent, the others are released. */
export async function settleHold(tx: pg.ClientBase, paymentId: string, takenFor: readonly string[]): Promise<void> {
  const held = await readHeldPeps(tx, paymentId)
  const lines = held.map(({ line, userId, orderId, amountKobo }): LedgerLine => {
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

/** Releases the PEPS that a payment holds, if any. */
export const releaseHold = (tx: pg.ClientBase, paymentId: string): Promise<void> => settleHold(tx, paymentId, [])
