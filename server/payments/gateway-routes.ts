import type { Hono } from 'hono'
import { isOfOtherCell } from '#domain/payments/references.ts'
import { isUuid } from '#domain/validation.ts'
import { openRouter } from '#platform/http/router.ts'
import { GatewayFault } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { confirmPayment } from './confirm-payment.ts'
import { noteEvent } from './gateway-work.ts'
import { findLeaving, type LeavingDeps, leaveForGateway } from './leave-for-gateway.ts'

const MOST_BYTES = 64 * 1024

/**
 * Where people leave for the gateway and come back, and where the gateway's webhooks come in:
 * - `GET /pay/:payment` sends on to the gateway's page, `GET /pay/:payment/back` books what happened there;
 * - `POST /webhooks/paystack` takes events, signed over their raw bytes.
 */
export function gatewayRoutes(deps: LeavingDeps): Hono {
  const routes = openRouter()
  routes.get('/pay/:payment{[0-9a-f-]{36}}', async (c) => {
    const id = c.req.param('payment')
    const { url, paymentId } = isUuid(id) ? await leaveForGateway(deps, id) : { url: null, paymentId: id }
    return c.redirect(url ?? `/account/payments/${paymentId}`, 303)
  })
  routes.get('/pay/:payment{[0-9a-f-]{36}}/back', async (c) => {
    const id = c.req.param('payment')
    const payment = isUuid(id) ? await findLeaving(deps, id) : null
    // Without an answer the page says that the payment is being checked, and the clock asks again.
    if (payment) await confirmPayment(deps, payment.reference).catch((fault) => ignoreSilence(fault))
    return c.redirect(`/account/payments/${id}`, 303)
  })
  routes.post('/webhooks/paystack', async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    if (body.byteLength > MOST_BYTES) return c.json({ message: 'Too large' }, 413)
    const event = deps.gateway.parseWebhook(body, c.req.header('x-paystack-signature') ?? null)
    if (!event) return c.json({ message: 'Not signed by the gateway' }, 401)
    // Its own market hears of it, or asks the gateway by itself: to refuse it would only bring it back.
    if (isOfOtherCell(event.reference, deps.cell ?? null)) return c.json({ message: 'For another market' })
    await deps.database.as(SERVICE, (tx) => noteEvent(tx, deps.gateway.name, event))
    return c.json({ message: 'Noted' })
  })
  return routes
}

function ignoreSilence(fault: unknown): void {
  if (!(fault instanceof GatewayFault)) throw fault
}
