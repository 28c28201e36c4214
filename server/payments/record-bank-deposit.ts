import type pg from 'pg'
import type { CommandInput } from '#api/commands.ts'
import { checkFields, text, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { journal } from '#domain/payments/movements.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { post } from '#server/ledger/post.ts'
import { recordAct } from '#server/record-act.ts'
import { enterAmount } from './enter-amount.ts'

/**
 * Records that cash which a place took for goods has arrived in our bank: staff of the state, but not of that place,
 * name the entry on the bank statement. Until then the place owes it in the ledger.
 */
export const recordBankDeposit: Command<'record-bank-deposit'> = {
  name: 'record-bank-deposit',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['pickup_point_id', 'amount_kobo', 'bank_entry'],
  check: (raw) =>
    checkFields(raw, {
      pickup_point_id: uuid('Place'),
      amount_kobo: wholeNumber({ label: 'Amount', min: 1, max: 99_999_999_999 }),
      bank_entry: text({ label: 'Bank entry', min: 4, max: 60 }),
    }),
  async run({ input, caller, tx }) {
    const personId = caller.userId ?? ''
    // Serializes concurrent entries: the second sees what the first has left.
    await tx.query('select from public.pickup_points where id = $1 for no key update', [input.pickup_point_id])
    const { rows } = await tx.query<{ name: string; state: string }>(
      `select p.name, p.state from public.pickup_points p where p.id = $1 and rights.person_oversees($2, p.state)`,
      [input.pickup_point_id, personId],
    )
    const [place] = rows
    if (!place) return refuse('not_found')
    const entered = await enterAmount(tx, {
      act: 'cash-banked',
      about: { subject: 'place', id: input.pickup_point_id },
      state: place.state,
      what: `Cash of ${place.name}`,
      amountKobo: BigInt(input.amount_kobo),
      field: 'amount_kobo',
      placeId: input.pickup_point_id,
      bankEntry: input.bank_entry,
      input,
      by: personId,
    })
    if (isRefusal(entered)) return entered
    if (!entered.isWaiting) await bookBankDeposit(tx, { input, personId, amountId: entered.amountId })
    return { amount_id: entered.amountId, is_waiting: entered.isWaiting }
  },
}

interface BankDeposit {
  input: CommandInput<'record-bank-deposit'>
  personId: string
  amountId: string
}

/** Reduces what the place owes by the deposited amount. */
export async function bookBankDeposit(tx: pg.PoolClient, { input, personId, amountId }: BankDeposit): Promise<void> {
  const { pickup_point_id: placeId, amount_kobo, bank_entry } = input
  await post(
    tx,
    journal(`banked:${amountId}`, [{ kind: 'cash_banked', creditOwner: placeId, amountKobo: BigInt(amount_kobo) }]),
  )
  await recordAct(tx, {
    actorId: personId,
    action: 'cash.deposit',
    subject: { type: 'place', id: placeId },
    after: { amount_kobo, bank_entry },
  })
}
