import type { Hono } from 'hono'
import { isUuid } from '#domain/forms/validation.ts'
import { belongsToOtherCell } from '#domain/payments/references.ts'
import { readBytes } from '#platform/http/requests/body.ts'
import { openRouter } from '#platform/http/router.ts'
import { GatewayFault } from '#platform/payment-gateways/gateway.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { confirmPayment } from '../confirm-payment.ts'
import { findPayment, type GatewayPageDeps, openGatewayPage } from './gateway-page.ts'
import { recordEvent } from './record-event.ts'

const MAX_BYTES = 64 * 1024

/**
 * Routes to and from the payment gateway:
 * - `GET /pay/:payment` redirects to the gateway's page, `GET /pay/:payment/back` books the result on return;
 * - `POST /webhooks/paystack` receives events, signed over their raw bytes.
 */
export function gatewayRoutes(deps: GatewayPageDeps): Hono {
  const routes = openRouter()
  routes.get('/pay/:payment{[0-9a-f-]{36}}', async (c) => {
    const id = c.req.param('payment')
    const { url, paymentId } = isUuid(id) ? await openGatewayPage(deps, id) : { url: null, paymentId: id }
    return c.redirect(url ?? `/account/payments/${paymentId}`, 303)
  })
  routes.get('/pay/:payment{[0-9a-f-]{36}}/back', async (c) => {
    const id = c.req.param('payment')
    const payment = isUuid(id) ? await findPayment(deps, id) : null
    if (payment) await confirmReturn(deps, payment.reference)
    return c.redirect(`/account/payments/${id}`, 303)
  })
  routes.post('/webhooks/paystack', async (c) => {
    const body = await readBytes(c.req.raw, { maxBytes: MAX_BYTES, reject: () => null })
    if (!body) return c.json({ message: 'Too large' }, 413)
    const event = deps.gateway.parseWebhook(body, c.req.header('x-paystack-signature') ?? null)
    if (!event) return c.json({ message: 'Not signed by the gateway' }, 401)
    // The other market receives it too, or polls the gateway. Rejecting it would only make the gateway retry.
    if (belongsToOtherCell(event.reference, deps.cell ?? null)) return c.json({ message: 'For another market' })
    await deps.database.as(SERVICE, (tx) => recordEvent(tx, deps.gateway.name, event))
    return c.json({ message: 'Noted' })
  })
  return routes
}

/** If the gateway does not respond, the page says that the payment is being checked, and the job asks again soon. */
async function confirmReturn(deps: GatewayPageDeps, reference: string): Promise<void> {
  try {
    await confirmPayment(deps, reference)
  } catch (fault) {
    if (!(fault instanceof GatewayFault)) throw fault
    await deps.database.as(SERVICE, (tx) =>
      tx.query(
        `update public.payments set next_check_at = least(next_check_at, now() + interval '10 seconds') where reference = $1 and next_check_at is not null`,
        [reference],
      ),
    )
  }
}
