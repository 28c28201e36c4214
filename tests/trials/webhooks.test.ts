import { expect, test } from 'vitest'
import { signWebhook } from '#platform/payment-gateways/paystack-webhook.ts'
import { gatewayRoutes } from '#server/payments/gateway/gateway-routes.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import { draw, inParallel, seed, shuffled, size, TIMEOUT_MS } from './setup/sizes.ts'
import { openTrial, type Trial } from './setup/trial.ts'

// Webhooks in any order, repeated, forged, and about other objects than they claim.

const PAYMENTS = size(5, 420)
const COPIES = 5
const FORGED = size(20, 3_000)
const KEY = 'sk_test_play'

/** The actions of a run's payers, in turn. */
const WAYS = ['pay', 'pay', 'pay', 'pay-less', 'dollars', 'decline', 'leave', 'double', 'too-late'] as const
type Way = (typeof WAYS)[number]

interface PayerState {
  way: Way
  orderId: string
  paymentId: string
  buyId: string
  nairaKobo: number
}

test(
  `${PAYMENTS} payments: webhooks shuffled, five times each, and ${FORGED} forged leave what those in order leave (seed ${seed})`,
  async () => {
    const inOrder = await run({ copies: 1, forged: 0, isShuffled: false })
    expect(inOrder.findings).toEqual([])
    const wild = await run({ copies: COPIES, forged: FORGED, isShuffled: true })
    expect(wild.findings).toEqual([])
    expect(wild.end).toEqual(inOrder.end)
    expect(wild.statuses).toEqual({ 200: inOrder.deliveries * COPIES, 401: FORGED })
  },
  TIMEOUT_MS,
)

test('webhooks that are believed, and told apart outside the transaction, are found', async () => {
  const wild = await run({ copies: COPIES, forged: 0, isShuffled: true, payments: 3, webhookHandler: trustingHandler })
  expect(wild.findings.join()).toContain('L8 paid')
})

type WebhookHandler = (trial: Trial) => (body: string, signature: string) => Promise<number>

const door: WebhookHandler = ({ payments, faults }) => {
  const routes = gatewayRoutes({ ...payments, reportFault: (fault) => faults.push(fault) })
  return async (body, signature) => {
    const headers = { 'x-paystack-signature': signature }
    const request = new Request('https://market.test/webhooks/paystack', { method: 'POST', body, headers })
    return (await routes.fetch(request)).status
  }
}

/**
 * The wrong way: checks whether it has seen the event, then books what the event says, each in a transaction of its
 * own.
 */
const trustingHandler: WebhookHandler = ({ db }) => {
  return async (body) => {
    const { event, data } = JSON.parse(body)
    const { rows } = await db.owner.query(`select from public.gateway_events where id = $1`, [`${event}:${data.id}`])
    if (rows.length > 0 || event !== 'charge.success') return 200
    const line = `select ledger.post('told:' || gen_random_uuid(), jsonb_build_array(jsonb_build_object('kind', 'payment', 'credit', o.order_id, 'amount_kobo', $2::bigint)))
      from public.payment_parts o join public.payments p on p.id = o.payment_id where p.reference = $1`
    await db.owner.query(line, [data.reference, data.amount])
    await db.owner.query(
      `insert into public.gateway_events (id, gateway, name, about, reference) values ($1, 'local', $2, 'payment', $3) on conflict do nothing`,
      [`${event}:${data.id}`, event, data.reference],
    )
    return 200
  }
}

interface Run {
  copies: number
  forged: number
  isShuffled: boolean
  payments?: number
  webhookHandler?: WebhookHandler
}

async function run({ copies, forged, isShuffled, payments = PAYMENTS, webhookHandler: open = door }: Run) {
  const trial = await openTrial()
  try {
    return await runIn(trial, { copies, forged, isShuffled, payments, webhookHandler: open })
  } finally {
    await trial.close()
  }
}

async function runIn(trial: Trial, { copies, forged, isShuffled, payments, webhookHandler: open }: Required<Run>) {
  const all: PayerState[] = []
  const indices = Array.from({ length: payments }, (_, index) => index)
  await inParallel(indices, 4, async (index) => {
    all[index] = await payAtGateway(trial, WAYS[index % WAYS.length] ?? 'pay')
  })
  const dollars = new Set(all.filter(({ way }) => way === 'dollars').map(({ paymentId }) => `AJ-${paymentId}`))
  // The gateway received another currency for these.
  const { readPayment: read } = trial.play.gateway
  trial.payments.gateway = {
    ...trial.play.gateway,
    async readPayment(reference) {
      const answer = await read(reference)
      return answer && { ...answer, currency: dollars.has(reference) ? 'USD' : answer.currency }
    },
  }
  const bodies = await bodiesOf(trial, all)
  const next = draw('deliveries')
  const signed = bodies.flatMap((body) => Array.from({ length: copies }, () => ({ body, signature: signed512(body) })))
  const fakes = Array.from({ length: forged }, (_, fake) => forge(bodies[fake % bodies.length] ?? '', fake))
  const deliveries = isShuffled ? shuffled([...signed, ...fakes], next) : signed
  const deliver = open(trial)
  const statuses: Record<number, number> = {}
  let delivered = 0
  await inParallel(deliveries, isShuffled ? 8 : 1, async ({ body, signature }) => {
    const status = await deliver(body, signature)
    statuses[status] = (statuses[status] ?? 0) + 1
    delivered += 1
    if (isShuffled && delivered % 200 === 0) await processPayments(trial.payments)
  })
  await settleDown(trial)
  const end = await endState(trial, all)
  const findings = await trial.findings()
  return { end, findings, statuses, deliveries: bodies.length }
}

async function payAtGateway(market: Trial, way: Way): Promise<PayerState> {
  const { buyId } = await market.buy()
  const order = await market.join(buyId, { quantity: 2 })
  const { body } = await market.begin(order)
  const paying = { way, buyId, orderId: order.orderId, paymentId: body.payment_id, nairaKobo: body.naira_kobo }
  const button = { 'pay-less': 'pay-less', decline: 'decline', leave: 'leave' }[way as string] ?? 'pay'
  await market.press(paying.paymentId, paying.nairaKobo, button)
  if (way === 'double') {
    // Another payment of the same order, made from an old page.
    await market.db.owner.query('update public.payments set expires_at = now() where id = $1', [paying.paymentId])
    const again = (await market.begin(order)).body
    await market.press(again.payment_id, again.naira_kobo)
  }
  if (way === 'too-late') {
    // An order that is being paid does not expire.
    await market.db.owner.query('update public.payments set expires_at = now() where id = $1', [paying.paymentId])
    await market.moved(
      'clock',
      `update public.orders set status = 'expired', amount_due_kobo = 0, ended_at = now() where id = $1`,
      [order.orderId],
    )
  }
  return paying
}

/** The gateway's webhooks: its own events, a refund before its payment, and events about missing or foreign objects. */
async function bodiesOf({ db }: Trial, all: readonly PayerState[]): Promise<string[]> {
  const { rows } = await db.owner.query<{ body: string }>(
    'update local_gateway.events set delivered_at = now() returning body',
  )
  const events = rows.map(({ body }) => body).sort()
  const refunds = all.map(({ paymentId }, id) =>
    JSON.stringify({
      event: 'refund.processed',
      data: {
        refund_reference: String(id),
        transaction_reference: `AJ-${paymentId}`,
        amount: '100',
        status: 'processed',
      },
    }),
  )
  const wrong = all.flatMap(({ paymentId }, id) =>
    [
      { reference: `AJ-${crypto.randomUUID()}`, amount: 5_000, currency: 'NGN' },
      { reference: `AJ-${paymentId}`, amount: 1, currency: 'NGN' },
      { reference: `AJ-${paymentId}`, amount: 7_000_000, currency: 'USD' },
    ].map((data, kind) =>
      JSON.stringify({
        event: 'charge.success',
        data: { ...data, id: 900_000_000 + 3 * id + kind, status: 'success' },
      }),
    ),
  )
  return [...refunds, ...events, ...wrong]
}

const signed512 = (body: string) => signWebhook(KEY, new TextEncoder().encode(body))

/** Signed with another key, for another body, truncated, or not at all. */
function forge(body: string, way: number): { body: string; signature: string } {
  const other = body.replace(/"amount":"?\d+"?/, `"amount":${way + 1}`).replace('}', `,"forged":${way}}`)
  const signatures = [
    signWebhook('sk_test_other', new TextEncoder().encode(other)),
    signed512(body),
    signed512(other).slice(0, 127),
    `${signed512(other).slice(0, 127)}g`,
    '',
    '0'.repeat(128),
  ]
  return { body: other, signature: signatures[way % signatures.length] ?? '' }
}

/** Runs until the gateway has no more events and no work is pending. */
async function settleDown(market: Trial): Promise<void> {
  for (;;) {
    await market.work()
    const { n } = await market.row<{ n: number }>(
      `select (select count(*) from public.gateway_events where next_try_at is not null)::int
         + (select count(*) from local_gateway.events where delivered_at is null)::int
         + (select count(*) from public.refunds where status in ('requested', 'sent'))::int as n`,
    )
    if (n === 0) return
  }
}

/** All money by payer: ids differ from run to run, amounts do not. */
async function endState({ db }: Trial, all: readonly PayerState[]): Promise<unknown[]> {
  const { rows } = await db.owner.query<{ order_id: string }>(
    `select o.id as order_id, o.status, o.charged_kobo::int, o.returned_kobo::int,
       (select jsonb_agg(jsonb_build_array(p.status, p.trouble, p.received_kobo) order by p.trouble nulls first, p.status, p.received_kobo)
         from public.payments p join public.payment_parts s on s.payment_id = p.id where s.order_id = o.id) as payments,
       (select jsonb_agg(jsonb_build_array(f.status, f.reason, f.amount_kobo) order by f.amount_kobo, f.reason)
         from public.refunds f join public.payment_parts s on s.payment_id = f.payment_id where s.order_id = o.id) as refunds,
       (select jsonb_agg(jsonb_build_array(t.kind, t.amount_kobo) order by t.kind, t.amount_kobo)
         from ledger.transfers t where ledger.id_of('escrow:' || o.id) in (t.debit_id, t.credit_id)) as moves,
       (select count(*)::int from mail.messages m where m.recipient = rights.email_of(o.user_id)) as mails
     from public.orders o`,
  )
  const byId = new Map(rows.map(({ order_id, ...facts }) => [order_id, facts]))
  return all.map(({ way, orderId }) => ({ way, ...byId.get(orderId) }))
}
