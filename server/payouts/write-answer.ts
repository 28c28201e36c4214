import type pg from 'pg'
import { DAY_MS } from '#domain/calendar.ts'
import { journal, type Line } from '#domain/payments/movements.ts'
import { type AskedPayout, askAgainAfterMs, type GatewaySays, judge, type Verdict } from '#domain/payouts/answers.ts'
import type { PayoutState } from '#domain/payouts/states.ts'
import { queueSystemMail } from '../mails/queue-system-mail.ts'
import { tellChiefs } from '../mails/tell-chiefs.ts'
import { post } from '../payments/post.ts'

/** A payout with the account it goes to. */
export interface DuePayout {
  id: string
  status: PayoutState
  reference: string
  vendor_id: string
  amount_kobo: bigint
  tries: number
  /** When an answer was lost before this try. */
  unsure_before: Date | null
  account_id: string
  bank_code: string
  bank_name: string
  account_number: string
  last_four: string
  account_name: string
  payee_code: string | null
}

export const AS_GATEWAY = { role: 'service_role', claims: { role: 'service_role', cause: 'gateway' } }

interface Asked extends AskedPayout {
  trouble: string | null
  arrivedAt: Date | null
  now: Date
}

interface Answer {
  says: GatewaySays
  text: string | null
  siteUrl: string
}

/** Books what the gateway said, once, however many ask at the same time: the verdict is about the row under its lock. */
export async function writeAnswer(tx: pg.PoolClient, payout: DuePayout, answer: Answer): Promise<void> {
  const { rows } = await tx.query<Asked>(
    `select status, trouble, amount_kobo as "amountKobo", created_at as "createdAt", $2::timestamptz as "unsureAt", arrived_at as "arrivedAt", clock_timestamp() as now
     from public.payouts where id = $1 for update`,
    [payout.id, payout.unsure_before],
  )
  const [asked] = rows
  if (!asked) return
  const { says, text } = answer
  const verdict = judge(asked, says, asked.now)
  const heard = says.kind !== 'silent'
  await tx.query(
    `update public.payouts set answered_at = case when $2 then clock_timestamp() else answered_at end,
       unsure_at = case when $2 then $5::timestamptz else unsure_at end, next_try_at = $3, trouble_text = coalesce($4, trouble_text) where id = $1`,
    [
      payout.id,
      heard,
      nextLook(asked, { verdict, heard, tries: payout.tries }),
      text?.slice(0, 300) ?? null,
      payout.unsure_before,
    ],
  )
  await WRITERS[verdict.kind]({ tx, payout, asked, verdict, heard, siteUrl: answer.siteUrl })
}

/** What has arrived may come back: it is looked at again on each of the three days after. */
function nextLook(
  { status, arrivedAt, now }: Asked,
  { verdict, heard, tries }: { verdict: Verdict; heard: boolean; tries: number },
): Date | null {
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (!heard || verdict.kind === 'waits' || verdict.kind === 'stuck') return after(askAgainAfterMs(tries))
  const isNew = status === 'arrived' && arrivedAt !== null && now.getTime() - arrivedAt.getTime() < 3 * DAY_MS
  return verdict.kind === 'arrived' || (verdict.kind === 'none' && isNew) ? after(DAY_MS) : null
}

interface Writing {
  tx: pg.PoolClient
  payout: DuePayout
  asked: { status: PayoutState; trouble: string | null }
  verdict: Verdict
  /** The gateway answered. */
  heard: boolean
  siteUrl: string
}

const WRITERS: Record<Verdict['kind'], (writing: Writing) => Promise<void>> = {
  async none() {},
  /** A payout that was stuck goes its way again. */
  async waits({ tx, payout, asked, heard }) {
    if (heard && (asked.status === 'needs_attention' || asked.trouble)) await move(tx, payout.id, 'sent', null)
  },
  async arrived(writing) {
    const { tx, payout } = writing
    await move(tx, payout.id, 'arrived', null)
    await book(writing, 'payout-arrived', { kind: 'payout_arrived', debitOwner: payout.id })
    await tellVendor(writing, 'payout-arrived')
  },
  async back(writing) {
    const { tx, payout, verdict } = writing
    await move(tx, payout.id, 'failed', 'trouble' in verdict ? verdict.trouble : null)
    const { vendor_id: creditOwner, id: debitOwner } = payout
    await book(writing, 'payout-failed', { kind: 'payout_failed', debitOwner, creditOwner })
    await tellVendor(writing, 'payout-failed')
  },
  async reversed(writing) {
    const { tx, payout } = writing
    await move(tx, payout.id, 'reversed', null)
    await book(writing, 'payout-reversed', { kind: 'payout_reversed', creditOwner: payout.vendor_id })
    await tellVendor(writing, 'payout-reversed')
  },
  async stuck(writing) {
    const { tx, payout, asked, verdict } = writing
    const trouble = 'trouble' in verdict ? verdict.trouble : null
    if (asked.status === 'needs_attention' && asked.trouble === trouble) return
    await move(tx, payout.id, 'needs_attention', trouble)
    await tellOfTrouble(writing, trouble ?? 'silent')
  },
  /** Booking it would take what the vendor may have spent, or give what was paid: a person decides. */
  async contradiction(writing) {
    if (writing.asked.trouble === 'contradiction') return
    await move(writing.tx, writing.payout.id, writing.asked.status, 'contradiction')
    await tellOfTrouble(writing, 'contradiction')
  },
}

async function move(tx: pg.PoolClient, id: string, status: PayoutState, trouble: string | null): Promise<void> {
  await tx.query(
    `update public.payouts set status = $2, trouble = $3, arrived_at = case when $2 = 'arrived' then clock_timestamp() else arrived_at end where id = $1`,
    [id, status, trouble],
  )
}

async function book({ tx, payout }: Writing, key: string, line: Omit<Line, 'amountKobo'>): Promise<void> {
  await post(tx, journal(`${key}:${payout.id}`, [{ ...line, amountKobo: payout.amount_kobo }]))
}

async function tellVendor(
  { tx, payout, siteUrl }: Writing,
  name: 'payout-arrived' | 'payout-disputed' | 'payout-failed' | 'payout-reversed',
): Promise<void> {
  const { rows } = await tx.query<{ person: string; email: string | null }>(
    'select owner_id as person, rights.email_of(owner_id) as email from public.vendors where id = $1',
    [payout.vendor_id],
  )
  const facts = { amountKobo: payout.amount_kobo, bank: payout.bank_name, lastFour: payout.last_four }
  for (const { email: to, person } of rows) await queueSystemMail(tx, name, { to, person, facts, siteUrl })
}

async function tellOfTrouble(
  { tx, payout, siteUrl }: Writing,
  trouble: NonNullable<Extract<Verdict, { kind: 'stuck' }>['trouble']>,
): Promise<void> {
  const facts = { amountKobo: payout.amount_kobo, reference: payout.reference, trouble }
  await tellChiefs(tx, 'payout-stuck', { facts, siteUrl })
}

interface Stop {
  why: 'disputed' | 'stopped'
  siteUrl: string
}

/** Before the gateway has heard of it: the shop was closed or held, its account was followed by another one, or its money is disputed. */
export async function stopPayout(tx: pg.PoolClient, id: string, { why, siteUrl }: Stop): Promise<void> {
  const { rows } = await tx.query<DuePayout>(
    `update public.payouts p set status = 'failed', trouble = 'stopped', next_try_at = null from public.bank_accounts a
     where p.id = $1 and a.id = p.bank_account_id and p.status = 'requested'
     returning p.id, p.status, p.reference, p.vendor_id, p.amount_kobo, p.tries, p.unsure_at as unsure_before, a.id as account_id, a.bank_code, a.bank_name, a.account_number, a.last_four,
       a.account_name, a.payee_code`,
    [id],
  )
  const [payout] = rows
  if (!payout) return
  const asked = { status: 'failed', trouble: 'stopped' } as const
  const writing: Writing = { tx, payout, asked, verdict: { kind: 'none' }, heard: false, siteUrl }
  await book(writing, 'payout-failed', { kind: 'payout_failed', debitOwner: id, creditOwner: payout.vendor_id })
  await tellVendor(writing, why === 'disputed' ? 'payout-disputed' : 'payout-failed')
}
