import type { Hono } from 'hono'
import { isOfOtherCell } from '#domain/payments/references.ts'
import { isUuid } from '#domain/validation.ts'
import { openRouter } from '#platform/http/router.ts'
import { GatewayFault } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { confirmPayment, type PaymentDeps } from './confirm-payment.ts'
import { noteEvent } from './gateway-work.ts'

interface GatewayRoutes extends PaymentDeps {
  reportFault: (fault: unknown) => void
}

const MOST_BYTES = 64 * 1024

/**
 * Where people leave for the gateway and come back, and where the gateway's webhooks come in:
 * - `GET /pay/:payment` sends on to the gateway's page, `GET /pay/:payment/back` books what happened there;
 * - `POST /webhooks/paystack` takes events, signed over their raw bytes.
 */
export function gatewayRoutes(deps: GatewayRoutes): Hono {
  const routes = openRouter()
  routes.get('/pay/:payment{[0-9a-f-]{36}}', async (c) => {
    const id = c.req.param('payment')
    const url = isUuid(id) ? await leave(deps, id) : null
    return c.redirect(url ?? `/account/payments/${id}`, 303)
  })
  routes.get('/pay/:payment{[0-9a-f-]{36}}/back', async (c) => {
    const id = c.req.param('payment')
    const payment = isUuid(id) ? await find(deps, id) : null
    // Without an answer the page says that the payment is being checked, and the clock asks again.
    if (payment) await confirmPayment(deps, payment.reference).catch((fault) => ignoreSilence(fault))
    return c.redirect(`/account/payments/${id}`, 303)
  })
  routes.post('/webhooks/paystack', async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    if (body.byteLength > MOST_BYTES) return c.json({ message: 'Too large' }, 413)
    const event = deps.gateway.readWebhook(body, c.req.header('x-paystack-signature') ?? null)
    if (!event) return c.json({ message: 'Not signed by the gateway' }, 401)
    // Its own market hears of it, or asks the gateway by itself: to refuse it would only bring it back.
    if (isOfOtherCell(event.reference, deps.cell ?? null)) return c.json({ message: 'For another market' })
    await deps.database.as(SERVICE, (tx) => noteEvent(tx, deps.gateway.name, event))
    return c.json({ message: 'Noted' })
  })
  return routes
}

interface Leaving {
  reference: string
  naira_kobo: bigint
  pay_url: string | null
  email: string | null
  may_pay: boolean
}

async function find({ database }: GatewayRoutes, id: string): Promise<Leaving | null> {
  return database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<Leaving>(
      `select reference, naira_kobo, pay_url, rights.email_of(user_id) as email, status in ('initiated', 'pending') and expires_at > now() as may_pay
       from public.payments where id = $1`,
      [id],
    )
    return rows[0] ?? null
  })
}

/** The gateway's page for a payment: asked for once, and kept. Null if it can no longer be paid, or the gateway does not answer. */
async function leave(deps: GatewayRoutes, id: string): Promise<string | null> {
  const payment = await find(deps, id)
  if (!payment?.may_pay) return null
  if (payment.pay_url) return payment.pay_url
  const page = `${deps.siteUrl}/pay/${id}`
  try {
    const { url } = await deps.gateway.begin({
      ...{ reference: payment.reference, amountKobo: payment.naira_kobo },
      // Who signed up by phone has no address; the gateway wants one all the same.
      email: payment.email ?? `payer-${id}@${new URL(deps.siteUrl).hostname}`,
      ...{ returnUrl: `${page}/back`, cancelUrl: `${page}/back` },
    })
    await deps.database.as(SERVICE, (tx) =>
      tx.query('update public.payments set pay_url = $2 where id = $1 and pay_url is null', [id, url]),
    )
    return url
  } catch (fault) {
    if (!(fault instanceof GatewayFault)) throw fault
    deps.reportFault(fault)
    return (await find(deps, id))?.pay_url ?? null
  }
}

function ignoreSilence(fault: unknown): void {
  if (!(fault instanceof GatewayFault)) throw fault
}
