import type pg from 'pg'
import { PAYABLE_DAYS_BEFORE } from '#domain/ajo/circle.ts'
import { checkFields, uuid } from '#domain/forms/validation.ts'
import { formatNaira, isKobo } from '#domain/money.ts'
import { readPaymentWay } from '#domain/payments/ways.ts'
import { refuse } from '#domain/refusal.ts'
import { withValues } from '#domain/texts/translatable-text.ts'
import { addDays, lagosDate } from '#domain/time/calendar.ts'
import { lockCircle } from '#server/ajo-accounts/lock-circle.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { beginContributionPayment } from '#server/payments/begin-contribution-payment.ts'

/**
 * Starts the payment of a contribution at the gateway, on the same pages as that of an order. In naira only: PEPS are
 * never cashed out, and what is left in a circle is paid back.
 */
export const payContribution: Command<'pay-ajo-contribution'> = {
  name: 'pay-ajo-contribution',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['contribution_id', 'expected_kobo', 'way'],
  check: (raw) =>
    checkFields(raw, {
      contribution_id: uuid('Contribution'),
      expected_kobo: (kobo) => (isKobo(kobo) ? { value: kobo } : { error: 'The sum must be in whole kobo.' }),
      way: (way) => ({ value: readPaymentWay(way) }),
    }),
  async run({ input, caller, tx, context }) {
    await tx.query(`select public.caused_by('buyer')`)
    const { rows: found } = await tx.query<{ circle_id: string }>(
      'select circle_id from public.ajo_contributions where id = $1',
      [input.contribution_id],
    )
    const circle = found[0] ? await lockCircle(tx, found[0].circle_id) : null
    const contribution = circle && (await readContribution(tx, input.contribution_id, caller.userId))
    if (!circle || !contribution) return refuse('circle_not_found')
    if (contribution.is_paid) return refuse('contribution_paid')
    const opensOn = addDays(contribution.due_on, -PAYABLE_DAYS_BEFORE)
    if (circle.status !== 'running' || !contribution.is_open || lagosDate(circle.now) < opensOn)
      return refuse('contribution_closed')
    if (contribution.amount_kobo !== BigInt(input.expected_kobo))
      return refuse('total_mismatch', {
        message: withValues(/*i18n*/ 'You pay {naira} a month in this circle.', {
          naira: formatNaira(contribution.amount_kobo),
        }),
      })
    return beginContributionPayment(tx, {
      contributionId: input.contribution_id,
      amountKobo: contribution.amount_kobo,
      way: input.way ?? null,
      userId: caller.userId ?? '',
      context,
    })
  },
}

interface ContributionRow {
  amount_kobo: bigint
  due_on: string
  is_paid: boolean
  is_open: boolean
}

async function readContribution(
  tx: pg.ClientBase,
  id: string,
  personId: string | null,
): Promise<ContributionRow | undefined> {
  const { rows } = await tx.query<ContributionRow>(
    `select k.amount_kobo, n.due_on::text, k.paid_at is not null as is_paid, n.closed_at is null and clock_timestamp() < n.closes_at and m.status = 'active' as is_open
     from public.ajo_contributions k join public.ajo_members m on m.id = k.member_id join public.ajo_months n on n.circle_id = k.circle_id and n.month = k.month
     where k.id = $1 and m.person_id = $2`,
    [id, personId],
  )
  return rows[0]
}
