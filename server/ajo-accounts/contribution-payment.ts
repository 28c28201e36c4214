import type pg from 'pg'
import { contributionReversalLines } from '#domain/ajo/money.ts'
import { kindKobo, type LedgerLine } from '#domain/payments/movements.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { issueReceipt } from '#server/receipts/issue-receipt.ts'
import { endMembership } from './end-membership.ts'
import { lockCircle } from './lock-circle.ts'

/** The contribution that a payment is for. */
export interface PaidContribution {
  id: string
  circleId: string
  memberId: string
  amountKobo: bigint
  /** The payment that has paid it. */
  paidBy: string | null
  /** Not paid yet, and its member and circle go on. */
  isPending: boolean
}

/** Locks the circle of the contribution that a payment is for; null for payments of orders. The payment is locked later. */
export async function lockContribution(tx: pg.ClientBase, paymentId: string): Promise<PaidContribution | null> {
  const { rows: found } = await tx.query<{ circle_id: string }>(
    `select c.circle_id from public.ajo_payments a join public.ajo_contributions c on c.id = a.contribution_id where a.payment_id = $1`,
    [paymentId],
  )
  const circleId = found[0]?.circle_id
  if (!circleId) return null
  await lockCircle(tx, circleId)
  const { rows } = await tx.query<PaidContribution>(
    `select k.id, k.circle_id as "circleId", k.member_id as "memberId", k.amount_kobo as "amountKobo", k.payment_id as "paidBy",
       k.paid_at is null and m.status = 'active' and c.status = 'running' as "isPending"
     from public.ajo_payments a join public.ajo_contributions k on k.id = a.contribution_id join public.ajo_members m on m.id = k.member_id
       join public.ajo_circles c on c.id = k.circle_id where a.payment_id = $1`,
    [paymentId],
  )
  return rows[0] ?? null
}

interface BookedContribution {
  contribution: PaidContribution
  paymentId: string
  siteUrl: string
}

/** Marks a contribution paid, with its receipt. The payment is booked, and its money is in the member's account. */
export async function bookContribution(
  tx: pg.PoolClient,
  { contribution, paymentId, siteUrl }: BookedContribution,
): Promise<void> {
  await tx.query('update public.ajo_contributions set paid_at = clock_timestamp(), payment_id = $2 where id = $1', [
    contribution.id,
    paymentId,
  ])
  const { rows } = await tx.query<{ person: string; email: string | null; circle: string; month: number }>(
    `select m.person_id as person, rights.email_of(m.person_id) as email, c.name as circle, k.month
     from public.ajo_contributions k join public.ajo_members m on m.id = k.member_id join public.ajo_circles c on c.id = k.circle_id where k.id = $1`,
    [contribution.id],
  )
  for (const { person, email, circle, month } of rows) {
    const facts = { circleId: contribution.circleId, circle, month, paidKobo: contribution.amountKobo }
    await queueSystemMail(tx, 'ajo-paid', { to: email, person, facts, siteUrl })
  }
  await issueReceipt(tx, paymentId)
}

/**
 * Books a contribution that a bank has taken back: its member did not pay, so their membership ends. Returns the lines
 * of the reversal; the caller posts them, and then calls `end`.
 */
export async function reverseContribution(
  tx: pg.ClientBase,
  { contribution, takenKobo }: { contribution: PaidContribution; takenKobo: bigint },
): Promise<{ lines: LedgerLine[]; lossKobo: bigint; end: () => Promise<void> }> {
  const { id, circleId, memberId } = contribution
  const { rows } = await tx.query<{ kobo: bigint | null }>(`select ledger.locked_balance_kobo('ajo', $1) as kobo`, [
    memberId,
  ])
  await tx.query(
    'update public.ajo_contributions set reversed_at = clock_timestamp() where id = $1 and paid_at is not null',
    [id],
  )
  const lines = contributionReversalLines(takenKobo, { memberId, balanceKobo: rows[0]?.kobo ?? 0n })
  return {
    lines,
    lossKobo: kindKobo(lines, 'payment_reversed_at_loss'),
    async end() {
      const { rowCount } = await tx.query(`select from public.ajo_members where id = $1 and status = 'active'`, [
        memberId,
      ])
      if (rowCount) await endMembership(tx, { circleId, memberId, as: 'defaulted' })
    },
  }
}
