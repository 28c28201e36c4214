import { Form, Link, redirect, redirectDocument, useNavigation } from 'react-router'
import { parseNaira } from '#domain/money.ts'
import { countUnits } from '#domain/products/units.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { returnWays } from '#domain/texts/refunds.ts'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { kobo, moment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioChoice } from '#web/ui/radio-choice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { WhereItGoes } from '#web/ui/where-it-goes.tsx'
import type { Route } from './+types/pay.ts'
import { listToPay, type OrderToPay, readPeps } from './queries.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const userId = context.get(viewerContext).userId ?? ''
  const asked = new URL(request.url).searchParams
  const wish = { ids: asked.getAll('order'), checkoutId: asked.get('checkout'), userId }
  const [{ orders, failure }, peps] = await Promise.all([listToPay(api, wish), readPeps(api)])
  const here = `/account/pay?${new URLSearchParams(wish.checkoutId ? { checkout: wish.checkoutId } : wish.ids.map((id) => ['order', id]))}`
  return { orders, failure, peps, here, key: crypto.randomUUID(), now: new Date().toISOString() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = String(form.get('peps') ?? '')
  const peps = typed.trim() === '' ? 0n : parseNaira(typed)
  const returnTo = form.get('return_to')
  const sent: Sent = { peps: typed, returnTo: returnTo === 'peps' || returnTo === 'source' ? returnTo : null }
  if (peps === null || peps < 0n) return { ...sent, message: 'PEPS must be an amount such as 1,500.', totalKobo: null }
  const input = {
    order_ids: form.getAll('order').map(String),
    peps_kobo: Number(peps),
    expected_kobo: Number(form.get('total_kobo')),
    return_to: sent.returnTo,
  }
  const paid = await context.get(apiContext).command('pay-orders', input, String(form.get('key') ?? '') || undefined)
  if (paid.ok) {
    const { payment_id: id, status } = paid.value
    // The gateway's page is none of ours: the browser leaves.
    return status === 'succeeded' ? redirect(`/account/payments/${id}`) : redirectDocument(`/pay/${id}`)
  }
  return { ...sent, message: paid.refusal.message, totalKobo: Number(paid.refusal.details?.total_kobo ?? 0) || null }
}

interface Sent {
  peps: string
  returnTo: 'peps' | 'source' | null
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orOffline(serverAction, () => ({ message: errorTexts.offline, totalKobo: null, peps: '', returnTo: null }))

export const shouldRevalidate = keepWhenOffline

export default function Pay({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, failure, peps, here, key, now } = loaderData
  const busy = useNavigation().state !== 'idle'
  if (failure) return <ErrorState message={failure} reload="Nothing has been paid." />
  const open = orders.filter(({ status }) => status === 'pending')
  if (open.length === 0) return <NothingToPay isPaid={orders.length > 0} />
  // The price may have fallen between view and press: the new total is shown, and pressed for again.
  const totalKobo = actionData?.totalKobo ?? open.reduce((all, order) => all + order.amount_due_kobo, 0)
  return (
    <>
      <PageHeading lead="Your money is held until sharing day. The vendor gets nothing before you have your food.">
        Pay for your {open.length === 1 ? 'order' : 'orders'}
      </PageHeading>
      {actionData && (
        <Notice tone="error" className="mb-5">
          {actionData.message}
        </Notice>
      )}
      <Held orders={open} now={now} />
      <Form method="post" className="grid max-w-measure gap-8">
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="total_kobo" value={totalKobo} />
        {open.map((order) => (
          <Part key={order.id} order={order} here={here} />
        ))}
        {open.length > 1 && <DataList facts={[{ label: 'In total', value: kobo(totalKobo), total: true }]} />}
        {peps.spendableKobo > 0 && (
          <TextField
            label={`Use PEPS (you can spend ${kobo(peps.spendableKobo)})`}
            name="peps"
            prefix="₦"
            inputMode="decimal"
            defaultValue={actionData?.peps ?? ''}
            hint="1 PEP is ₦1. What you pay in PEPS comes back as PEPS first."
          />
        )}
        {peps.unripeKobo > 0 && (
          <p className="text-14 text-soft">
            {kobo(peps.unripeKobo)} more in PEPS becomes yours to spend once the orders that earned it are final. Your{' '}
            <Link to="/account/wallet" className="text-link">
              wallet
            </Link>{' '}
            says when.
          </p>
        )}
        {open.some(({ group_buy }) => group_buy) && (
          <RadioChoice
            legend="If the price falls, send the difference"
            name="return_to"
            options={returnWays}
            chosen={(actionData ? actionData.returnTo : open[0]?.return_to) ?? ''}
          />
        )}
        <div>
          <Button busy={busy} busyLabel="Opening the payment page">
            Pay {kobo(totalKobo)}
          </Button>
        </div>
      </Form>
    </>
  )
}

const KEPT = [/*i18n*/ 'kept for you until {moment}', /*i18n*/ 'was kept for you until {moment}'] as const

/** Until when the goods of a cart are kept: a time for everybody, and how much of it is left where scripts run. */
function Held({ orders, now }: { orders: readonly OrderToPay[]; now: string }) {
  const [first] = orders
    .flatMap(({ group_buy, checkout }) => (group_buy ? [] : (checkout?.hold_expires_at ?? [])))
    .sort()
  if (!first) return null
  return (
    <div className="mb-6">
      <Countdown endsAt={first} now={now} showMoment words={KEPT} />
      <p className="mt-1 text-14 text-soft">
        Pay by then and the goods are yours. A payment that you have begun by then may still be finished.
      </p>
    </div>
  )
}

function Part({ order, here }: { order: OrderToPay; here: string }) {
  const { group_buy: buy, lines, checkout } = order
  const [line] = lines
  const until = order.hold_expires_at ?? (buy ? buy.payment_due_at : checkout?.hold_expires_at)
  return (
    <section aria-labelledby={`order-${order.id}`}>
      <input type="hidden" name="order" value={order.id} />
      <h2 id={`order-${order.id}`} className="mb-1 text-22">
        {buy ? buy.product_name : `Order ${order.order_no}${order.vendor ? `, ${order.vendor.business_name}` : ''}`}
      </h2>
      {until && <p className="mb-3 text-soft">Pay by {moment(until)}.</p>}
      <div className="mb-4">
        <WhereItGoes order={order} change={`/account/orders/${order.id}/where?next=${encodeURIComponent(here)}`} />
      </div>
      <DataList facts={buy && line ? groupFacts(order, countUnits(order.quantity, buy.unit)) : bulkFacts(order)} />
      {buy && (
        <p className="mt-3 text-14 text-soft">
          This is the most you can pay. If more people pay, the price falls for everyone and the difference comes back
          to you. If fewer than {buy.min_participants} pay, you get everything back.
        </p>
      )}
    </section>
  )
}

function groupFacts(order: OrderToPay, units: string): Fact[] {
  const goodsKobo = Math.round((order.ceiling_unit_price ?? 0) * 100) * order.quantity
  return [
    { label: `${units} at ${kobo(Math.round((order.ceiling_unit_price ?? 0) * 100))}`, value: kobo(goodsKobo) },
    ...charges(order),
    { label: 'You pay at most', value: kobo(order.amount_due_kobo), total: true },
  ]
}

function bulkFacts(order: OrderToPay): Fact[] {
  return [
    ...order.lines.map(({ product_name, unit, quantity, unit_price }) => ({
      label: `${product_name}, ${countUnits(quantity, unit)}`,
      value: kobo(Math.round(unit_price * 100) * quantity),
    })),
    ...charges(order),
    { label: 'You pay', value: kobo(order.amount_due_kobo), total: true },
  ]
}

const charges = ({ buyer_fee_bps, fee_kobo, delivery_fee_kobo }: OrderToPay): Fact[] => [
  { label: `Fee ${buyer_fee_bps / 100}%`, value: kobo(fee_kobo) },
  ...(delivery_fee_kobo > 0 ? [{ label: 'Delivery', value: kobo(delivery_fee_kobo) }] : []),
]

function NothingToPay({ isPaid }: { isPaid: boolean }) {
  return (
    <>
      <PageHeading
        lead={
          isPaid
            ? 'Each of these orders is paid or has ended.'
            : 'It may belong to another account, or the address is mistyped.'
        }
      >
        {isPaid ? 'Nothing to pay' : ORDER_NOT_FOUND}
      </PageHeading>
      <LinkButton to="/account/orders">Your orders</LinkButton>
    </>
  )
}

export const meta: Route.MetaFunction = () => titled('Pay', 'Pay for your orders; the money is held until sharing day.')
