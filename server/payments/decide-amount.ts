import type pg from 'pg'
import type { CommandInput } from '#api/commands.ts'
import { parseRole } from '#domain/accounts/roles.ts'
import { type AmountAct, ranksWith } from '#domain/payments/typed-amounts.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import { checkFields, flag, text, uuid } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { endUncollected } from '../hand-overs/end-uncollected.ts'
import { recordAct } from '../record-act.ts'
import { bookBanked } from './record-bank-deposit.ts'
import { giveEnteredPart } from './refund-part.ts'
import { sendAgain } from './repeat-refund.ts'

/**
 * The second person for an amount that a colleague typed: at least the same role, for that state, and without a part in it. Agreed, the
 * act is carried out as it was entered, under today's facts; what has changed meanwhile refuses it.
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
      note: text({ label: 'Note', least: 3, most: 300, lines: true }),
    }),
  async run({ input, caller, tx, shop }) {
    const personId = caller.userId ?? ''
    const amount = await lockAmount(tx, { amountId: input.amount_id, personId })
    if (!amount?.is_staff) return refuse('not_found')
    if (amount.status !== 'waiting') return refuse('already_done')
    if (amount.is_over) return refuse('amount_over')
    if (!ranksWith(parseRole(amount.role), parseRole(amount.entered_role)) || !amount.may_decide) {
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
      const refused = await carryOut[amount.act](tx, { ...amount, siteUrl: shop.siteUrl })
      if (refused) return refused
    }
    return { amount_id: amount.id, status }
  },
}

interface Agreed {
  id: string
  /** What the command was called with. */
  input: unknown
  /** Who typed it: it is still their act. */
  entered_by: string
  siteUrl: string
}

/** What moves when a second person has agreed. Every act has its line. */
const carryOut: Record<AmountAct, (tx: pg.PoolClient, agreed: Agreed) => Promise<Refusal | null>> = {
  async resale(tx, { id, input, entered_by, siteUrl }) {
    const wanted = input as CommandInput<'decide-uncollected'>
    return refusalOf(await endUncollected(tx, { input: wanted, personId: entered_by, amountId: id, siteUrl }))
  },
  async 'part-back'(tx, { id, input, entered_by, siteUrl }) {
    const wanted = input as CommandInput<'refund-part'>
    return refusalOf(await giveEnteredPart(tx, { input: wanted, personId: entered_by, amountId: id, siteUrl }))
  },
  async 'refund-account'(tx, { id, input, entered_by }) {
    const wanted = input as CommandInput<'repeat-refund'> & { bank_name: string | null }
    return refusalOf(
      await sendAgain(tx, { input: wanted, personId: entered_by, amountId: id, bankName: wanted.bank_name }),
    )
  },
  async 'cash-banked'(tx, { id, input, entered_by }) {
    const wanted = input as CommandInput<'record-bank-deposit'>
    const { rows } = await tx.query<{ most: bigint }>(
      `select b.most from public.pickup_points p cross join public.amount_bounds('cash-banked', p.id) b where p.id = $1 for no key update of p`,
      [wanted.pickup_point_id],
    )
    if ((rows[0]?.most ?? 0n) < BigInt(wanted.amount_kobo)) return refuse('amount_beyond_bounds')
    await bookBanked(tx, { input: wanted, personId: entered_by, amountId: id })
    return null
  },
}

const refusalOf = (done: unknown): Refusal | null => (isRefusal(done) ? done : null)

interface LockedAmount extends Omit<Agreed, 'siteUrl'> {
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
