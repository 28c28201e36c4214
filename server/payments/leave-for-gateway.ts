import { setTimeout as sleep } from 'node:timers/promises'
import { GatewayFault, type Payment } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { beginAgain } from './begin-again.ts'
import { confirmPayment, type PaymentDeps } from './confirm-payment.ts'

export interface LeavingDeps extends PaymentDeps {
  reportFault: (fault: unknown) => void
  /** Pauses in which another request may still keep the page; by default a second and a half altogether. */
  graceMs?: readonly number[]
}

interface Leaving {
  reference: string
  naira_kobo: bigint
  pay_url: string | null
  email: string | null
  may_pay: boolean
  replaced_by: string | null
}

interface Departure {
  /** The payment that is gone on with: another one where the page of the first was lost. */
  paymentId: string
  /** The gateway's page; null if it can no longer be paid, or the gateway does not answer. */
  url: string | null
}

/**
 * The gateway's page for a payment: asked for once, and kept. If the process that asked for it died before it was kept, the gateway
 * refuses the reference ever after: it is asked what became of it, and an attempt that nobody can have seen begins again under a new one.
 */
export async function leaveForGateway(deps: LeavingDeps, paymentId: string): Promise<Departure> {
  const payment = await findLeaving(deps, paymentId)
  if (payment?.replaced_by) return leaveForGateway(deps, payment.replaced_by)
  if (!payment?.may_pay) return { paymentId, url: null }
  if (payment.pay_url) return { paymentId, url: payment.pay_url }
  try {
    const url = await ask(deps, paymentId, payment)
    if (await keep(deps, paymentId, url)) return { paymentId, url }
    // Given up, or begun again, while the gateway was asked: this page is shown to nobody.
    return await leaveKept(deps, paymentId)
  } catch (fault) {
    if (!(fault instanceof GatewayFault)) throw fault
    if (fault.isRefused) return goOn(deps, { paymentId, payment, fault })
    deps.reportFault(fault)
    return leaveKept(deps, paymentId)
  }
}

export async function findLeaving({ database }: PaymentDeps, id: string): Promise<Leaving | null> {
  return database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<Leaving>(
      `select reference, naira_kobo, pay_url, rights.email_of(user_id) as email, replaced_by,
         status in ('initiated', 'pending') and expires_at > now() as may_pay from public.payments where id = $1`,
      [id],
    )
    return rows[0] ?? null
  })
}

async function ask(deps: LeavingDeps, id: string, payment: Leaving): Promise<string> {
  const page = `${deps.siteUrl}/pay/${id}`
  const { url } = await deps.gateway.initiatePayment({
    reference: payment.reference,
    amountKobo: payment.naira_kobo,
    // Who signed up by phone has no address; the gateway wants one all the same.
    email: payment.email ?? `payer-${id}@${new URL(deps.siteUrl).hostname}`,
    returnUrl: `${page}/back`,
    cancelUrl: `${page}/back`,
  })
  return url
}

async function keep({ database }: LeavingDeps, id: string, url: string): Promise<boolean> {
  return database.as(SERVICE, async (tx) => {
    const { rowCount } = await tx.query(
      'update public.payments set pay_url = $2 where id = $1 and pay_url is null and replaced_by is null and expires_at > now()',
      [id, url],
    )
    return rowCount === 1
  })
}

/** What another request has kept meanwhile. */
async function leaveKept(deps: LeavingDeps, paymentId: string): Promise<Departure> {
  const now = await findLeaving(deps, paymentId)
  if (now?.replaced_by) return leaveForGateway(deps, now.replaced_by)
  return { paymentId, url: now?.may_pay ? now.pay_url : null }
}

interface Refused {
  paymentId: string
  payment: Leaving
  fault: GatewayFault
}

/** A second press of the button may only be early: who took the reference first keeps its page within this time. */
const GRACE_MS = [100, 200, 400, 800]

async function goOn(deps: LeavingDeps, { paymentId, payment, fault }: Refused): Promise<Departure> {
  for (const ms of deps.graceMs ?? GRACE_MS) {
    const kept = await leaveKept(deps, paymentId)
    if (kept.url || kept.paymentId !== paymentId) return kept
    await sleep(ms)
  }
  const known = await readOrNull(deps, payment.reference)
  if (!known) {
    deps.reportFault(fault)
    return { paymentId, url: null }
  }
  // Somebody has seen the page after all, and is paying or has paid: a second reference might be paid too.
  if (!UNSEEN.has(known.status)) {
    await confirmPayment(deps, payment.reference)
    return { paymentId, url: null }
  }
  const next = await deps.database.as(SERVICE, (tx) => beginAgain(tx, { paymentId, cell: deps.cell ?? null }))
  return next === null ? { paymentId, url: null } : leaveForGateway(deps, next)
}

/** Nobody has opened the page of an abandoned payment, or they have left it. */
const UNSEEN = new Set<Payment['status']>(['abandoned'])

async function readOrNull({ gateway }: LeavingDeps, reference: string): Promise<Payment | null> {
  try {
    return await gateway.readPayment(reference)
  } catch (fault) {
    if (fault instanceof GatewayFault) return null
    throw fault
  }
}
