import type pg from 'pg'
import type { CommandInput } from '#api/commands.ts'
import { parseRole } from '#domain/accounts/roles.ts'
import { checkFields, flag, text, uuid } from '#domain/forms/validation.ts'
import { type AmountAct, hasAtLeastRank } from '#domain/payments/typed-amounts.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { closeUncollected } from '#server/hand-overs/uncollected/close-uncollected.ts'
import { bookBankDeposit } from '#server/payments/record-bank-deposit.ts'
import { recordAct } from '#server/record-act.ts'
import { issueEnteredRefund } from '#server/refunds/refund-part.ts'
import { retryRefund } from '#server/refunds/repeat-refund.ts'

/**
 * The second approval of an amount that a colleague entered, by a person of at least the same role, responsible for
 * that state and not a party to the case. If approved, the action runs as it was entered, against current data; it is
 * refused if that has changed too much.
 */
export const decideAmount: Command<'decide-amount'> = {
  name: 'decide-amount',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['amount_id', 'agree', 'note'],
  check: (raw) =>
    checkFields(raw, {
      amount_id: uuid('Amount'),
      agree: flag(),
      note: text({ label: 'Note', min: 3, max: 300, lines: true }),
    }),
  async run({ input, caller, tx, context }) {
    const personId = caller.userId ?? ''
    const amount = await lockAmount(tx, { amountId: input.amount_id, personId })
    if (!amount?.is_staff) return refuse('not_found')
    if (amount.status !== 'waiting') return refuse('already_done')
    if (amount.is_over) return refuse('amount_over')
    if (!hasAtLeastRank(parseRole(amount.role), parseRole(amount.entered_role)) || !amount.may_decide) {
      return refuse('amount_needs_another')
    }
    const status = input.agree ? 'done' : 'refused'
    await tx.query(
      'update public.typed_amounts set status = $2, decided_by = $3, decided_at = clock_timestamp(), note = $4 where id = $1',
      [amount.id, status, personId, input.note],
    )
    await recordAct(tx, {
      actorId: personId,
      action: input.agree ? 'amount.agree' : 'amount.refuse',
      subject: { type: 'amount', id: amount.id },
      after: { act: amount.act, what: amount.what, amount_kobo: Number(amount.amount_kobo), note: input.note },
    })
    if (input.agree) {
      const refusal = await carryOut[amount.act](tx, { ...amount, siteUrl: context.siteUrl })
      if (refusal) return refusal
    }
    return { amount_id: amount.id, status }
  },
}

interface ApprovedAmount {
  id: string
  /** The input of the command that entered it. */
  input: unknown
  /** The person who entered it, and who remains the actor. */
  entered_by: string
  siteUrl: string
}

/** Carries out each kind of action after its approval. */
const carryOut: Record<AmountAct, (tx: pg.PoolClient, agreed: ApprovedAmount) => Promise<Refusal | null>> = {
  async resale(tx, { id, input, entered_by, siteUrl }) {
    const typedInput = input as CommandInput<'decide-uncollected'>
    return refusalOrNull(await closeUncollected(tx, { input: typedInput, personId: entered_by, amountId: id, siteUrl }))
  },
  async 'partial-refund'(tx, { id, input, entered_by, siteUrl }) {
    const typedInput = input as CommandInput<'refund-part'>
    return refusalOrNull(
      await issueEnteredRefund(tx, { input: typedInput, personId: entered_by, amountId: id, siteUrl }),
    )
  },
  async 'refund-account'(tx, { id, input, entered_by }) {
    const typedInput = input as CommandInput<'repeat-refund'> & { bank_name: string | null }
    return refusalOrNull(
      await retryRefund(tx, { input: typedInput, personId: entered_by, amountId: id, bankName: typedInput.bank_name }),
    )
  },
  async 'cash-banked'(tx, { id, input, entered_by }) {
    const typedInput = input as CommandInput<'record-bank-deposit'>
    const { rows } = await tx.query<{ most: bigint }>(
      `select b.most from public.pickup_points p cross join public.amount_bounds('cash-banked', p.id) b where p.id = $1 for no key update of p`,
      [typedInput.pickup_point_id],
    )
    if ((rows[0]?.most ?? 0n) < BigInt(typedInput.amount_kobo)) return refuse('amount_out_of_bounds')
    await bookBankDeposit(tx, { input: typedInput, personId: entered_by, amountId: id })
    return null
  },
}

const refusalOrNull = (done: unknown): Refusal | null => (isRefusal(done) ? done : null)

interface LockedAmount extends Omit<ApprovedAmount, 'siteUrl'> {
  act: AmountAct
  what: string
  amount_kobo: bigint
  status: string
  is_over: boolean
  is_staff: boolean
  role: string | null
  entered_role: string
  may_decide: boolean
}

async function lockAmount(
  tx: pg.PoolClient,
  { amountId, personId }: { amountId: string; personId: string },
): Promise<LockedAmount | undefined> {
  await tx.query('select from public.typed_amounts where id = $1 for update', [amountId])
  const { rows } = await tx.query<LockedAmount>(
    `select a.id, a.act, a.what, a.amount_kobo, a.status, a.input, a.entered_by, a.entered_role, (select p.role from public.profiles p where p.id = $2) as role, a.expires_at <= clock_timestamp() as is_over,
       exists (select from public.profiles p where p.id = $2 and p.role in ('manager', 'coordinator', 'chief')) as is_staff,
       public.may_decide_amount(a.id, $2) as may_decide
     from public.typed_amounts a where a.id = $1`,
    [amountId, personId],
  )
  return rows[0]
}
