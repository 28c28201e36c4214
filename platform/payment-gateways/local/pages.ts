import { html, raw } from 'hono/html'
import { openRouter } from '#platform/http/router.ts'
import type { Database } from '#platform/postgres/database.ts'
import { endDispute, openDispute } from './dispute-calls.ts'
import { advancePayments, type PayerAction, type PaymentRecord, readPayment, recordPayerAction } from './records.ts'

interface PageOptions {
  database: Database
}

/** Outcomes of a real gateway's page, offered as buttons. */
const PAYER_ACTIONS: Readonly<
  Record<string, { label: string; hint: string; act?: (amountKobo: bigint) => PayerAction; returnsToSite: boolean }>
> = {
  pay: { label: 'Pay', hint: 'The bank says yes at once.', act: () => ({ status: 'success' }), returnsToSite: true },
  'pay-and-vanish': {
    label: 'Pay and close the tab',
    hint: 'The bank says yes; the browser never comes back to the market.',
    act: () => ({ status: 'success' }),
    returnsToSite: false,
  },
  'pay-late': {
    label: 'Pay by a slow bank',
    hint: 'The transfer arrives in half a minute.',
    act: () => ({ status: 'pending', afterSeconds: 30 }),
    returnsToSite: true,
  },
  'pay-less': {
    label: 'Pay ₦100 too little',
    hint: 'A transfer of the wrong amount.',
    act: (amountKobo) => ({ status: 'success', paidKobo: amountKobo > 10_000n ? amountKobo - 10_000n : 1n }),
    returnsToSite: true,
  },
  'pay-refunds-stick': {
    label: 'Pay from an account that takes nothing back',
    hint: 'Refunds of this payment will need attention.',
    act: () => ({ status: 'success', refundsEnd: 'needs-attention' }),
    returnsToSite: true,
  },
  decline: { label: 'Decline', hint: 'The bank says no.', act: () => ({ status: 'failed' }), returnsToSite: true },
  leave: { label: 'Leave without paying', hint: 'Back to the market.', returnsToSite: true },
}

/** Events that may follow the payment. */
const BANK_ACTIONS: Readonly<
  Record<string, { label: string; act: (database: Database, reference: string) => Promise<void> }>
> = {
  dispute: { label: 'The payer’s bank disputes it', act: (database, reference) => openDispute(database, reference) },
  'dispute-declined': {
    label: 'The dispute ends for the market',
    act: (database, reference) => endDispute(database, reference, 'declined'),
  },
  'dispute-accepted': {
    label: 'The dispute ends for the payer',
    act: (database, reference) => endDispute(database, reference, 'merchant-accepted'),
  },
}

/** The pages of the local gateway, /dev/pay/:reference. They work without JavaScript. */
export function payPages({ database }: PageOptions): (request: Request) => Promise<Response> {
  const pages = openRouter()
  pages.get('/dev/pay/:reference', async (c) => {
    const payment = await readPayment(database, c.req.param('reference'))
    if (!payment) return c.html(page('No such payment', html`<p>The market has not asked for this payment.</p>`), 404)
    return c.html(['success', 'reversed'].includes(payment.status) ? paidPage(payment) : paymentPage(payment))
  })
  pages.post('/dev/pay/:reference', async (c) => {
    const form = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>)
    const action = PAYER_ACTIONS[String(form.way)]
    const bankAction = BANK_ACTIONS[String(form.way)]
    const payment = await readPayment(database, c.req.param('reference'))
    if (payment && bankAction) {
      await bankAction.act(database, payment.reference)
      return c.redirect(`/dev/pay/${payment.reference}`, 303)
    }
    if (!payment || !action)
      return c.html(page('Not understood', html`<p>Go back and press one of the buttons.</p>`), 400)
    if (action.act) await recordPayerAction(database, payment.reference, action.act(payment.requested_kobo))
    else return c.redirect(payment.cancel_url, 303)
    await advancePayments(database)
    if (!action.returnsToSite)
      return c.html(page('Paid', html`<p>You may close this tab: the market hears of it by itself.</p>`))
    const back = new URL(payment.return_url)
    back.searchParams.set('trxref', payment.reference)
    back.searchParams.set('reference', payment.reference)
    return c.redirect(back.href, 303)
  })
  return async (request) => {
    const response = await pages.fetch(request)
    response.headers.set('cache-control', 'no-store')
    return response
  }
}

function paymentPage({ requested_kobo, reference }: PaymentRecord) {
  const buttons = Object.entries(PAYER_ACTIONS).map(
    ([name, { label, hint }]) =>
      html`<p><button name="way" value="${name}">${name === 'pay' ? `Pay ${naira(requested_kobo)}` : label}</button><br><small>${hint}</small></p>`,
  )
  return page(
    `Pay ${naira(requested_kobo)}`,
    html`<p>Play money: no payment provider is set up, so nothing is charged.</p><p>Reference ${reference}</p>
<form method="post">${buttons}</form>`,
  )
}

function paidPage({ paid_kobo, return_url, reference }: PaymentRecord) {
  const back = new URL(return_url)
  back.searchParams.set('reference', reference)
  const buttons = Object.entries(BANK_ACTIONS).map(
    ([name, { label }]) => html`<p><button name="way" value="${name}">${label}</button></p>`,
  )
  return page(
    'Paid',
    html`<p>${naira(paid_kobo ?? 0n)} has been paid.</p><p><a href="${back.href}">Back to the market</a></p>
<form method="post">${buttons}</form>`,
  )
}

function page(title: string, body: ReturnType<typeof html>) {
  return html`${raw('<!doctype html>')}<html lang="en-NG"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title>
<link rel="stylesheet" href="/dev-pay.css"></head><body><main><h1>${title}</h1>${body}</main></body></html>`
}

function naira(kobo: bigint): string {
  const whole = String(kobo / 100n).replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = kobo % 100n
  return `₦${whole}${rest === 0n ? '' : `.${String(rest).padStart(2, '0')}`}`
}
