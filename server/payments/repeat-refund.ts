import { refuse } from '#domain/refusal.ts'
import { checkFields, optional, text, uuid } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { recordAct } from '../record-act.ts'

/** A chief has a refund that sticks tried again, or sends it to an account that its payer has named. The clock does the sending. */
export const repeatRefund: Command<'repeat-refund'> = {
  name: 'repeat-refund',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['refund_id', 'bank_code', 'account_number'],
  check: (raw) =>
    checkFields(raw, {
      refund_id: uuid('Refund'),
      bank_code: optional(text({ label: 'Bank code', least: 3, most: 6 })),
      account_number: optional(text({ label: 'Account number', least: 10, most: 10 })),
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ status: string; is_chief: boolean }>(
      `select f.status, exists (select from public.profiles where id = $2 and role = 'chief') as is_chief from public.refunds f where f.id = $1 for update`,
      [input.refund_id, caller.userId],
    )
    const refund = rows[0]
    if (!refund?.is_chief) return refuse('not_found')
    if (!STUCK.has(refund.status)) return refuse('move_not_allowed')
    if ((input.bank_code === null) !== (input.account_number === null) || !isAccount(input)) {
      return refuse('invalid_input', {
        message: 'An account is a bank code of 3 to 6 digits and a number of 10 digits.',
      })
    }
    await tx.query(
      // Its former number is forgotten: the gateway is searched for one that is alive, and makes another only if there is none.
      `update public.refunds set status = case status when 'needs_attention' then 'sent' else status end, next_try_at = now(), failures = 0,
         gateway_refund_id = null, to_bank_code = $2, to_account_number = $3 where id = $1`,
      [input.refund_id, input.bank_code, input.account_number],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'refund.repeat',
      subject: { type: 'refund', id: input.refund_id },
      after: { to_another_account: input.account_number !== null },
    })
    return { refund_id: input.refund_id }
  },
}

/** At a bank, or given up after it had failed too often. */
const STUCK = new Set(['needs_attention', 'failed'])

function isAccount({
  bank_code,
  account_number,
}: {
  bank_code: string | null
  account_number: string | null
}): boolean {
  return bank_code === null || (/^\d{3,6}$/.test(bank_code) && /^\d{10}$/.test(account_number ?? ''))
}
