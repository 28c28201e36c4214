import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentWay } from '#domain/payments/ways.ts'
import { GatewayFault, type Payment } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { confirmPayment, type PaymentDeps } from '../confirm-payment.ts'
import { restartPayment } from '../restart-payment.ts'

export interface GatewayPageDeps extends PaymentDeps {
  reportFault: (fault: unknown) => void
  /** Delays during which another request may still store the page, in ms; 1.5 s in total by default. */
  retryDelaysMs?: readonly number[]
}

interface GatewayPagePayment {
  reference: string
  naira_kobo: bigint
  pay_url: string | null
  way: PaymentWay | null
  email: string | null
  may_pay: boolean
  replaced_by: string | null
}

interface GatewayPage {
  /** The payment to continue with; a replacement if the page of the original was lost. */
  paymentId: string
  /** URL of the gateway's page; null if the payment can no longer be paid or the gateway does not respond. */
  url: string | null
}

/**
 * Returns the gateway's page for a payment; it is requested once and stored. If the process that requested it died
 * before storing it, the gateway rejects the reference from then on: its state is read, and if the payer cannot have
 * seen the page, the payment is restarted under a new reference.
 */
export async function openGatewayPage(deps: GatewayPageDeps, paymentId: string): Promise<GatewayPage> {
  const payment = await findPayment(deps, paymentId)
  if (payment?.replaced_by) return openGatewayPage(deps, payment.replaced_by)
  if (!payment?.may_pay) return { paymentId, url: null }
  if (payment.pay_url) {
    await reopenPage(deps, paymentId)
    return { paymentId, url: payment.pay_url }
  }
  try {
    const url = await requestPage(deps, paymentId, payment)
    if (await storePage(deps, paymentId, url)) return { paymentId, url }
    // Cancelled or restarted during the request to the gateway: this page is discarded.
    return await readStoredPage(deps, paymentId)
  } catch (fault) {
    if (!(fault instanceof GatewayFault)) throw fault
    if (fault.isRefused) return retryOrRestart(deps, { paymentId, payment, fault })
    deps.reportFault(fault)
    return readStoredPage(deps, paymentId)
  }
}

export async function findPayment({ database }: PaymentDeps, id: string): Promise<GatewayPagePayment | null> {
  return database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<GatewayPagePayment>(
      `select reference, naira_kobo, pay_url, way, rights.email_of(user_id) as email, replaced_by,
         status in ('initiated', 'pending') and expires_at > now() as may_pay from public.payments where id = $1`,
      [id],
    )
    return rows[0] ?? null
  })
}

/** The payer is back on the page of a payment that they had left. */
async function reopenPage({ database }: PaymentDeps, id: string): Promise<void> {
  await database.as(SERVICE, (tx) =>
    tx.query('update public.payments set left_at = null where id = $1 and left_at is not null', [id]),
  )
}

async function requestPage(deps: GatewayPageDeps, id: string, payment: GatewayPagePayment): Promise<string> {
  const page = `${deps.siteUrl}/pay/${id}`
  const { url } = await deps.gateway.initiatePayment({
    reference: payment.reference,
    amountKobo: payment.naira_kobo,
    channel: payment.way,
    // Users who signed up by phone have no e-mail address, but the gateway requires one.
    email: payment.email ?? `payer-${id}@${new URL(deps.siteUrl).hostname}`,
    returnUrl: `${page}/back`,
    cancelUrl: `${page}/back`,
  })
  return url
}

async function storePage({ database }: GatewayPageDeps, id: string, url: string): Promise<boolean> {
  return database.as(SERVICE, async (tx) => {
    const { rowCount } = await tx.query(
      'update public.payments set pay_url = $2 where id = $1 and pay_url is null and replaced_by is null and expires_at > now()',
      [id, url],
    )
    return rowCount === 1
  })
}

/** Reads the page that another request has stored meanwhile. */
async function readStoredPage(deps: GatewayPageDeps, paymentId: string): Promise<GatewayPage> {
  const now = await findPayment(deps, paymentId)
  if (now?.replaced_by) return openGatewayPage(deps, now.replaced_by)
  return { paymentId, url: now?.may_pay ? now.pay_url : null }
}

interface RejectedReference {
  paymentId: string
  payment: GatewayPagePayment
  fault: GatewayFault
}

/** After a second click the first request may still be storing its page; it does so within this time. */
const RETRY_DELAYS_MS = [100, 200, 400, 800]

async function retryOrRestart(
  deps: GatewayPageDeps,
  { paymentId, payment, fault }: RejectedReference,
): Promise<GatewayPage> {
  for (const ms of deps.retryDelaysMs ?? RETRY_DELAYS_MS) {
    const stored = await readStoredPage(deps, paymentId)
    if (stored.url || stored.paymentId !== paymentId) return stored
    await sleep(ms)
  }
  const known = await readOrNull(deps, payment.reference)
  if (!known) {
    deps.reportFault(fault)
    return { paymentId, url: null }
  }
  // The page was opened after all, and the payer is paying or has paid: a second reference could be paid too.
  if (!UNOPENED.has(known.status)) {
    await confirmPayment(deps, payment.reference)
    return { paymentId, url: null }
  }
  const next = await deps.database.as(SERVICE, (tx) => restartPayment(tx, { paymentId, cell: deps.cell ?? null }))
  return next === null ? { paymentId, url: null } : openGatewayPage(deps, next)
}

/** The page of an abandoned payment was never opened, or the payer has left it. */
const UNOPENED = new Set<Payment['status']>(['abandoned'])

async function readOrNull({ gateway }: GatewayPageDeps, reference: string): Promise<Payment | null> {
  try {
    return await gateway.readPayment(reference)
  } catch (fault) {
    if (fault instanceof GatewayFault) return null
    throw fault
  }
}
