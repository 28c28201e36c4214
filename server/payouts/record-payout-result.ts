import type pg from 'pg'
import { journal, type LedgerLine } from '#domain/payments/movements.ts'
import type { PayoutState } from '#domain/payouts/states.ts'
import {
  type GatewayPayoutResult,
  judgePayout,
  type PayoutRecord,
  type PayoutVerdict,
  pollDelayMs,
} from '#domain/payouts/verdict.ts'
import { DAY_MS } from '#domain/time/calendar.ts'
import { post } from '#server/ledger/post.ts'
import { notifyAdmins } from '#server/notices/notify-admins.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { countPayoutOrders } from './begin-payout.ts'

/** A payout with its bank account. */
export interface DuePayout {
  id: string
  status: PayoutState
  reference: string
  vendor_id: string
  amount_kobo: bigint
  tries: number
  /** Since when its outcome at the gateway was unknown before this try; null if it was known. */
  unsure_before: Date | null
  account_id: string
  bank_code: string
  bank_name: string
  account_number: string
  last_four: string
  account_name: string
  payee_code: string | null
}

interface PayoutRow extends PayoutRecord {
  trouble: string | null
  arrivedAt: Date | null
  now: Date
}

interface GatewayResult {
  says: GatewayPayoutResult
  text: string | null
  siteUrl: string
}

/** Books the gateway's response once, even if several processes poll: the verdict is based on the locked row. */
export async function recordPayoutResult(tx: pg.PoolClient, payout: DuePayout, result: GatewayResult): Promise<void> {
  const { rows } = await tx.query<PayoutRow>(
    `select status, trouble, amount_kobo as "amountKobo", created_at as "createdAt", $2::timestamptz as "unsureAt", arrived_at as "arrivedAt", clock_timestamp() as now
     from public.payouts where id = $1 for update`,
    [payout.id, payout.unsure_before],
  )
  const [row] = rows
  if (!row) return
  const { says, text } = result
  const verdict = judgePayout(row, says, row.now)
  const responded = says.kind !== 'no_answer'
  await tx.query(
    `update public.payouts set answered_at = case when $2 then clock_timestamp() else answered_at end,
       unconfirmed_since = case when $2 then $5::timestamptz else unconfirmed_since end, next_try_at = $3, trouble_text = coalesce($4, trouble_text) where id = $1`,
    [
      payout.id,
      responded,
      nextPoll(row, { verdict, responded, tries: payout.tries }),
      text?.slice(0, 300) ?? null,
      payout.unsure_before,
    ],
  )
  await HANDLERS[verdict.kind]({ tx, payout, row, verdict, responded, siteUrl: result.siteUrl })
}

/** Time of the next poll; null for none. An arrived payout may be reversed, so it is polled daily for three days. */
function nextPoll(
  { status, arrivedAt, now }: PayoutRow,
  { verdict, responded, tries }: { verdict: PayoutVerdict; responded: boolean; tries: number },
): Date | null {
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (!responded || verdict.kind === 'waits' || verdict.kind === 'stuck') return after(pollDelayMs(tries))
  const isNew = status === 'arrived' && arrivedAt !== null && now.getTime() - arrivedAt.getTime() < 3 * DAY_MS
  return verdict.kind === 'arrived' || (verdict.kind === 'none' && isNew) ? after(DAY_MS) : null
}

interface PayoutUpdate {
  tx: pg.PoolClient
  payout: DuePayout
  row: { status: PayoutState; trouble: string | null }
  verdict: PayoutVerdict
  /** Whether the gateway responded. */
  responded: boolean
  siteUrl: string
}

const HANDLERS: Record<PayoutVerdict['kind'], (update: PayoutUpdate) => Promise<void>> = {
  async none() {},
  /** A stuck payout is on its way again. */
  async waits({ tx, payout, row, responded }) {
    if (responded && (row.status === 'needs_attention' || row.trouble)) await setStatus(tx, payout.id, 'sent', null)
  },
  async arrived(update) {
    const { tx, payout } = update
    await setStatus(tx, payout.id, 'arrived', null)
    await book(update, 'payout-arrived', { kind: 'payout_arrived', debitOwner: payout.id })
    await notifyVendor(update, 'payout-arrived')
  },
  async back(update) {
    const { tx, payout, verdict } = update
    await setStatus(tx, payout.id, 'failed', 'trouble' in verdict ? verdict.trouble : null)
    const { vendor_id: creditOwner, id: debitOwner } = payout
    await book(update, 'payout-failed', { kind: 'payout_failed', debitOwner, creditOwner })
    await notifyVendor(update, 'payout-failed')
  },
  async reversed(update) {
    const { tx, payout } = update
    await setStatus(tx, payout.id, 'reversed', null)
    await book(update, 'payout-reversed', { kind: 'payout_reversed', creditOwner: payout.vendor_id })
    await notifyVendor(update, 'payout-reversed')
  },
  async stuck(update) {
    const { tx, payout, row, verdict } = update
    const trouble = 'trouble' in verdict ? verdict.trouble : null
    if (row.status === 'needs_attention' && row.trouble === trouble) return
    await setStatus(tx, payout.id, 'needs_attention', trouble)
    await notifyOfTrouble(update, trouble ?? 'no_answer')
  },
  /** Booking it could take money that the vendor has spent, or pay twice: staff decide. */
  async contradiction(update) {
    if (update.row.trouble === 'contradiction') return
    await setStatus(update.tx, update.payout.id, update.row.status, 'contradiction')
    await notifyOfTrouble(update, 'contradiction')
  },
}

async function setStatus(tx: pg.PoolClient, id: string, status: PayoutState, trouble: string | null): Promise<void> {
  await tx.query(
    `update public.payouts set status = $2, trouble = $3, arrived_at = case when $2 = 'arrived' then clock_timestamp() else arrived_at end where id = $1`,
    [id, status, trouble],
  )
}

async function book({ tx, payout }: PayoutUpdate, key: string, line: Omit<LedgerLine, 'amountKobo'>): Promise<void> {
  await post(tx, journal(`${key}:${payout.id}`, [{ ...line, amountKobo: payout.amount_kobo }]))
}

async function notifyVendor(
  { tx, payout, siteUrl }: PayoutUpdate,
  name: 'payout-arrived' | 'payout-disputed' | 'payout-failed' | 'payout-reversed',
): Promise<void> {
  const { rows } = await tx.query<{ person: string; email: string | null }>(
    'select owner_id as person, rights.email_of(owner_id) as email from public.vendors where id = $1',
    [payout.vendor_id],
  )
  const orders = await countPayoutOrders(tx, payout.id)
  const facts = { amountKobo: payout.amount_kobo, orders, bank: payout.bank_name, lastFour: payout.last_four }
  for (const { email: to, person } of rows) await queueSystemMail(tx, name, { to, person, facts, siteUrl })
}

async function notifyOfTrouble(
  { tx, payout, siteUrl }: PayoutUpdate,
  trouble: NonNullable<Extract<PayoutVerdict, { kind: 'stuck' }>['trouble']>,
): Promise<void> {
  const facts = { amountKobo: payout.amount_kobo, reference: payout.reference, trouble }
  await notifyAdmins(tx, 'payout-stuck', { facts, siteUrl })
}

interface PayoutStop {
  why: 'disputed' | 'stopped'
  siteUrl: string
}

/**
 * Stops a payout before it was sent: the shop was closed or held, its account was replaced, or its money is disputed.
 */
export async function stopPayout(tx: pg.PoolClient, id: string, { why, siteUrl }: PayoutStop): Promise<void> {
  const { rows } = await tx.query<DuePayout>(
    `update public.payouts p set status = 'failed', trouble = 'stopped', next_try_at = null from public.bank_accounts a
     where p.id = $1 and a.id = p.bank_account_id and p.status = 'requested'
     returning p.id, p.status, p.reference, p.vendor_id, p.amount_kobo, p.tries, p.unconfirmed_since as unsure_before, a.id as account_id, a.bank_code, a.bank_name, a.account_number, a.last_four,
       a.account_name, a.payee_code`,
    [id],
  )
  const [payout] = rows
  if (!payout) return
  const row = { status: 'failed', trouble: 'stopped' } as const
  const update: PayoutUpdate = { tx, payout, row, verdict: { kind: 'none' }, responded: false, siteUrl }
  await book(update, 'payout-failed', { kind: 'payout_failed', debitOwner: id, creditOwner: payout.vendor_id })
  await notifyVendor(update, why === 'disputed' ? 'payout-disputed' : 'payout-failed')
}
