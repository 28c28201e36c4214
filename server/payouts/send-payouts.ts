import type pg from 'pg'
import { refusePayout } from '#domain/payouts/requesting.ts'
import type { GatewayPayoutResult } from '#domain/payouts/verdict.ts'
import { GatewayFault, type PaymentGateway } from '#platform/payment-gateways/gateway.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { GATEWAY } from '#server/identities.ts'
import type { PaymentDeps } from '#server/payments/confirm-payment.ts'
import { handToGateway } from './hand-to-gateway.ts'
import { lockShop } from './lock-shop.ts'
import { type DuePayout, recordPayoutResult, stopPayout } from './record-payout-result.ts'

/**
 * Sends due payouts to the gateway and polls those that were sent. All calls for a payout use the same reference, and
 * from the second try on the gateway is queried before anything is sent. One payout's failure does not stop the others.
 */
export async function sendPayouts(deps: PaymentDeps): Promise<void> {
  const faults: unknown[] = []
  for (const id of await claimDuePayouts(deps)) {
    try {
      const prepared = await deps.database.as(GATEWAY, (tx) => markSent(tx, id, deps.siteUrl))
      if (!prepared) continue
      const { payout } = prepared
      const reply = await queryOrSend(deps, prepared)
      await deps.database.as(GATEWAY, (tx) => recordPayoutResult(tx, payout, { ...reply, siteUrl: deps.siteUrl }))
    } catch (fault) {
      faults.push(fault)
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} payouts could not be processed`)
}

/** Schedules an immediate check of a payout after an event of the gateway. */
export async function schedulePayoutCheck(database: Database, reference: string): Promise<void> {
  await database.as(SERVICE, (tx) =>
    tx.query(
      `update public.payouts set next_try_at = clock_timestamp() where reference = $1 and status in ('sent', 'needs_attention', 'arrived', 'failed')`,
      [reference],
    ),
  )
}

/**
 * Claims due payouts for five minutes: if this process dies meanwhile, another one retries. While payouts are paused,
 * those that were not sent wait, and sent ones are still polled. Calls to the gateway time out after 15 seconds.
 */
async function claimDuePayouts({ database, gateway }: PaymentDeps): Promise<string[]> {
  return database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `update public.payouts set next_try_at = clock_timestamp() + interval '5 minutes'
       where id = any (array(select id from public.payouts where next_try_at <= clock_timestamp() and gateway = $1
           and (status <> 'requested' or not public.is_paused('payouts')) order by next_try_at limit 20 for update skip locked))
       returning id`,
      [gateway.name],
    )
    return rows.map(({ id }) => id)
  })
}

/**
 * Marks a payout as sent before the gateway is called, so that any later try queries the gateway first. A payout that
 * was never sent is stopped here, and its money returned to the shop, if the shop may not be paid out or the money is
 * disputed by a bank.
 */
async function markSent(tx: pg.PoolClient, id: string, siteUrl: string): Promise<PreparedPayout | null> {
  const { rows: found } = await tx.query<{ vendor_id: string; status: string; bank_account_id: string }>(
    'select vendor_id, status, bank_account_id from public.payouts where id = $1',
    [id],
  )
  const [first] = found
  if (!first) return null
  const shop = await lockShop(tx, { vendorId: first.vendor_id })
  // Paused between the claim and this lock: it waits, and its money stays with it.
  const arePaused = shop?.arePaused === true
  if (first.status === 'requested' && arePaused) return null
  // The pause of the market is not the shop's fault, so it fails no payout.
  const isPayable =
    shop !== undefined && !refusePayout({ ...shop, arePaused: false }) && shop.account?.id === first.bank_account_id
  const isDisputed = await holdsDisputedMoney(tx, id)
  const maySend = isPayable && !isDisputed
  if (first.status === 'requested' && !maySend) {
    await stopPayout(tx, id, { why: isDisputed ? 'disputed' : 'stopped', siteUrl })
    return null
  }
  const { rows } = await tx.query<DuePayout>(
    `with former as (select id, unconfirmed_since from public.payouts where id = $1 and status <> 'reversed' for no key update), marked as (
       update public.payouts p set tries = p.tries + 1, status = case p.status when 'requested' then 'sent' else p.status end,
         -- From here on a response may be lost, also if this process dies.
         unconfirmed_since = case when p.status in ('requested', 'sent', 'needs_attention') then clock_timestamp() else p.unconfirmed_since end
       from former where p.id = former.id returning p.*, former.unconfirmed_since as unsure_before
     )
     select p.id, p.status, p.reference, p.vendor_id, p.amount_kobo, p.tries, p.unsure_before, a.id as account_id, a.bank_code, a.bank_name,
       a.account_number, a.last_four, a.account_name, a.payee_code
     from marked p join public.bank_accounts a on a.id = p.bank_account_id`,
    [id],
  )
  return rows[0] ? { payout: rows[0], maySend, arePaused } : null
}

/** Requires the lock of its shop. */
async function holdsDisputedMoney(tx: pg.PoolClient, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ holds: boolean }>('select ledger.holds_disputed_money($1) as holds', [id])
  return rows[0]?.holds === true
}

interface PreparedPayout {
  payout: DuePayout
  /** Whether a payout that is unknown to the gateway may be sent, or sent again. */
  maySend: boolean
  /** A chief has paused the payouts of the whole market: one that is unknown to the gateway waits. */
  arePaused: boolean
}

interface GatewayReply {
  says: GatewayPayoutResult
  /** The gateway's message, for staff. */
  text: string | null
}

async function queryOrSend(
  { database, gateway }: PaymentDeps,
  { payout, maySend, arePaused }: PreparedPayout,
): Promise<GatewayReply> {
  try {
    const known = payout.tries > 1 ? await gateway.readPayout(payout.reference) : null
    if (known) return { says: { kind: 'answer', ...known }, text: null }
    // A payout in a final state is never sent again, even if the gateway does not know it.
    if (payout.status !== 'sent' && payout.status !== 'needs_attention')
      return { says: { kind: 'forgotten' }, text: null }
    // Held, closed, disputed or with a new bank account since the last try: treated as if the gateway had rejected it.
    if (!maySend) return { says: { kind: 'refused' }, text: null }
    if (arePaused) return { says: { kind: 'no_answer' }, text: null }
    const taken = await send(database, gateway, payout)
    return { says: taken ? { kind: 'answer', ...taken } : { kind: 'no_answer' }, text: null }
  } catch (fault) {
    if (!(fault instanceof GatewayFault)) throw fault
    return { says: await readRefusal(gateway, payout, fault), text: fault.message }
  }
}

/** Null if payouts were paused meanwhile. */
async function send(database: Database, gateway: PaymentGateway, payout: DuePayout) {
  const payeeCode = payout.payee_code ?? (await makePayee(database, gateway, payout))
  const { reference, amount_kobo: amountKobo } = payout
  return handToGateway(database, () => gateway.payOut({ reference, amountKobo, payeeCode, reason: 'Payout' }))
}

async function makePayee(database: Database, gateway: PaymentGateway, payout: DuePayout): Promise<string> {
  const { account_name: name, bank_code: bankCode, account_number: accountNumber } = payout
  const { payeeCode } = await gateway.createPayee({ name, bankCode, accountNumber })
  await database.as(SERVICE, (tx) =>
    tx.query('update public.bank_accounts set payee_code = $2 where id = $1', [payout.account_id, payeeCode]),
  )
  return payeeCode
}

/** A rejection may only mean that the reference was used before: the payout's state at the gateway decides. */
async function readRefusal(
  gateway: PaymentGateway,
  payout: DuePayout,
  fault: GatewayFault,
): Promise<GatewayPayoutResult> {
  if (!fault.isRefused) return { kind: 'no_answer' }
  if (fault.isMerchantFault) return { kind: 'lacks_funds' }
  try {
    const known = await gateway.readPayout(payout.reference)
    return known ? { kind: 'answer', ...known } : { kind: 'refused' }
  } catch (again) {
    if (again instanceof GatewayFault) return { kind: 'no_answer' }
    throw again
  }
}
