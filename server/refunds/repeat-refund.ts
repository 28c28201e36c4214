import type pg from 'pg'
import type { CommandInput } from '#api/commands.ts'
import { checkFields, optional, text, uuid } from '#domain/forms/validation.ts'
import { refuseAccount } from '#domain/payouts/bank-account.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { enterAmount } from '#server/payments/enter-amount.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * An administrator retries a stuck refund, or redirects it to an account that the payer has named: after the account's
 * name was confirmed and a second administrator has approved. A job sends it.
 */
export const repeatRefund: Command<'repeat-refund'> = {
  name: 'repeat-refund',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['refund_id', 'bank_code', 'account_number', 'account_name'],
  check: (raw) =>
    checkFields(raw, {
      refund_id: uuid('Refund'),
      bank_code: optional(text({ label: 'Bank code', min: 3, max: 6 })),
      account_number: optional(text({ label: 'Account number', min: 10, max: 10 })),
      account_name: optional(text({ label: 'Account name', min: 1, max: 200 })),
    }),
  accountToResolve: ({ bank_code, account_number }) =>
    bank_code === null || account_number === null ? null : { bankCode: bank_code, accountNumber: account_number },
  async run({ input, caller, tx, accountLookup = { kind: 'no_answer' } }) {
    const personId = caller.userId ?? ''
    const refund = await lockRefund(tx, { refundId: input.refund_id, personId })
    if (!refund?.is_chief) return refuse('not_found')
    if (!STUCK.has(refund.status)) return refuse('move_not_allowed')
    const { bank_code: bankCode, account_number: accountNumber, account_name: confirmedName } = input
    if (bankCode === null && accountNumber === null) {
      return retryRefund(tx, { input, personId, amountId: null, bankName: null })
    }
    if (bankCode === null || accountNumber === null) {
      return refuse('invalid_input', {
        message: 'An account is a bank code of 3 to 6 digits and a number of 10 digits.',
      })
    }
    const { rows } = await tx.query<{ name: string }>('select name from public.banks where code = $1', [bankCode])
    const bankName = rows[0]?.name ?? null
    const refusal = refuseAccount({ bankCode, accountNumber, confirmedName, bankName }, accountLookup)
    if (refusal) return refusal
    const entered = await enterAmount(tx, {
      act: 'refund-account',
      about: { subject: 'refund', id: refund.id },
      state: refund.state,
      what: `Refund of ${refund.reference}`,
      amountKobo: refund.amount_kobo,
      field: 'account_number',
      input: { ...input, bank_name: bankName },
      by: personId,
    })
    if (isRefusal(entered)) return entered
    return { refund_id: refund.id, is_waiting: entered.isWaiting }
  },
}

/** States of a stuck refund: the bank needs information, or it failed too often. */
const STUCK = new Set(['needs_attention', 'failed'])

interface RefundRetry {
  input: CommandInput<'repeat-refund'>
  personId: string
  /** The approved entry (`typed_amounts`) if it goes to another account. */
  amountId: string | null
  bankName: string | null
}

/** Schedules another attempt, to the approved account if there is one. */
export async function retryRefund(
  tx: pg.PoolClient,
  { input, personId, amountId, bankName }: RefundRetry,
): Promise<{ refund_id: string; is_waiting: boolean } | Refusal> {
  const refund = await lockRefund(tx, { refundId: input.refund_id, personId })
  if (!refund?.is_chief) return refuse('not_found')
  if (!STUCK.has(refund.status)) return refuse('move_not_allowed')
  await tx.query(
    // Its gateway refund id is cleared: the job looks for a live refund at the gateway and creates another only if
    // there is none.
    `update public.refunds set status = case status when 'needs_attention' then 'sent' else status end, next_try_at = now(), failures = 0,
       gateway_refund_id = null, to_bank_code = $2, to_account_number = $3, amount_id = $4 where id = $1`,
    [refund.id, input.bank_code, input.account_number, amountId],
  )
  await recordAct(tx, {
    actorId: personId,
    action: 'refund.repeat',
    subject: { type: 'refund', id: refund.id },
    after: {
      to_another_account: input.account_number !== null,
      // The full number is stored only with the refund, which only the service can read.
      ...(input.account_number !== null && {
        bank: bankName,
        last_four: input.account_number.slice(-4),
        account_name: input.account_name,
      }),
    },
  })
  return { refund_id: refund.id, is_waiting: false }
}

interface LockedRefund {
  id: string
  status: string
  amount_kobo: bigint
  reference: string
  /** State of a shop that the payment was for. */
  state: string
  is_chief: boolean
}

async function lockRefund(
  tx: pg.PoolClient,
  { refundId, personId }: { refundId: string; personId: string },
): Promise<LockedRefund | undefined> {
  await tx.query('select from public.refunds where id = $1 for update', [refundId])
  const { rows } = await tx.query<LockedRefund>(
    `select f.id, f.status, f.amount_kobo, p.reference, exists (select from public.profiles where id = $2 and role = 'chief') as is_chief,
       coalesce((select v.state from public.orders o join public.vendors v on v.id = o.vendor_id where o.id = f.order_id or f.order_id is null
         and o.id in (select k.order_id from public.payment_parts k where k.payment_id = f.payment_id) limit 1), 'Lagos') as state
     from public.refunds f join public.payments p on p.id = f.payment_id where f.id = $1`,
    [refundId, personId],
  )
  return rows[0]
}
