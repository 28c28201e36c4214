import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react'
import { Form, Link, redirect, useNavigation } from 'react-router'
import { nairaToKobo } from '#domain/money.ts'
import { payBy } from '#domain/orders/pay-by.ts'
import { returnChoices } from '#domain/payments/refunds/refund-texts.ts'
import { paymentWays, readPaymentWay, wayLabels } from '#domain/payments/ways.ts'
import { countUnits } from '#domain/products/units.ts'
import { byWeightText } from '#domain/products/weights/weight-terms.ts'
import { orderPath } from '#domain/texts/paths.ts'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { type FormResult, keepInputOffline, readForm, reject } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { fillInPeps, readAmountToPay, redirectToPayment, rejectPayment } from '#web/forms/pay-with-peps.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { OrderDestination } from '#web/ui/facts/order-destination.tsx'
import { PayButton, PepsField, usePeps } from '#web/ui/fields/pay-with-peps.tsx'
import { RadioChoice } from '#web/ui/fields/radio-choice.tsx'
import { kobo, moment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/pay.ts'
import { findRunningPayment, listPayableOrders, type OrderToPay, readLastChoices, readPeps } from './queries.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const userId = context.get(viewerContext).userId ?? ''
  const params = new URL(request.url).searchParams
  const query = { ids: params.getAll('order'), checkoutId: params.get('checkout'), userId }
  const [{ orders, failure }, peps, last] = await Promise.all([
    listPayableOrders(api, query),
    readPeps(api),
    readLastChoices(api, userId),
  ])
  const [only, ...others] = orders
  // A notice may lead here long after the payment.
  if (only && others.length === 0 && only.status !== 'pending') throw redirect(orderPath(only.id))
  const running = await findRunningPayment(
    api,
    orders.map(({ id }) => id),
  )
  if (running) throw redirect(`/account/payments/${running}`)
  const currentPath = `/account/pay?${new URLSearchParams(query.checkoutId ? { checkout: query.checkoutId } : query.ids.map((id) => ['order', id]))}`
  return { orders, failure, peps, last, here: currentPath, key: crypto.randomUUID(), now: new Date().toISOString() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const filledIn = fillInPeps(form)
  if (filledIn) return filledIn
  const amount = readAmountToPay(form, 'total_kobo')
  if ('fault' in amount) return reject(form, { ...amount.fault, totalKobo: amount.totalKobo })
  const returnTo = form.field('return_to')
  const payment = {
    order_ids: form.data.getAll('order').map(String),
    peps_kobo: amount.pepsKobo,
    expected_kobo: amount.totalKobo,
    return_to: returnTo === 'peps' || returnTo === 'source' ? returnTo : null,
    way: readPaymentWay(form.field('way')),
  } as const
  const paid = await context.get(apiContext).command('pay-orders', payment, form.key)
  if (paid.ok) return redirectToPayment(paid.value)
  const { message: text, details } = paid.refusal
  if (details?.total_kobo) return reject(form, { text, totalKobo: Number(details.total_kobo) })
  return rejectPayment(form, paid)
}

interface PaymentFormResult extends FormResult {
  /** The total to confirm. */
  totalKobo?: number | null
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Pay({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { orders, failure, peps, last, here: currentPath, key, now } = loaderData
  const busy = useNavigation().state !== 'idle'
  const open = orders.filter(({ status }) => status === 'pending')
  // The price may have fallen since the page was rendered: the new total is shown and must be confirmed.
  const result: PaymentFormResult | undefined = actionData
  const totalKobo = result?.totalKobo ?? open.reduce((all, order) => all + order.amount_due_kobo, 0)
  const paying = usePeps({ totalKobo, typed: result?.values.peps ?? '' })
  if (failure) return <ErrorState message={failure} reload={i18n.t('Nothing has been paid.')} />
  if (open.length === 0) return <NothingToPay isPaid={orders.length > 0} />
  return (
    <>
      <PageHeading
        lead={i18n.t('We hold your money until sharing day. The vendor gets nothing before you have your food.')}
      >
        {open.length === 1 ? i18n.t('Pay for your order') : i18n.t('Pay for your orders')}
      </PageHeading>
      <OutcomeNotice outcome={result} />
      <Held orders={open} now={now} />
      <Form method="post" className="grid max-w-measure gap-8">
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="total_kobo" value={totalKobo} />
        {open.map((order) => (
          <Part key={order.id} order={order} here={currentPath} />
        ))}
        {open.length > 1 && <DataList facts={[{ label: i18n.t('In total'), value: kobo(totalKobo), total: true }]} />}
        <RadioChoice
          legend={i18n.t('How will you pay?')}
          name="way"
          options={paymentWays.map((way) => ({ value: way, label: i18n.t(wayLabels[way]) }))}
          chosen={result?.values.way ?? last.way ?? paymentWays[0]}
        />
        {peps.spendableKobo > 0 && (
          <PepsField {...paying} spendableKobo={peps.spendableKobo} error={result?.errors.peps} />
        )}
        {peps.pendingKobo > 0 && (
          <p className="text-14 text-soft">
            <Trans
              id="You can spend {amount} more in PEPS once the orders that earned it are final. Your <wallet>wallet</wallet> says when."
              components={{ wallet: <Link to="/account/wallet" className="text-link" /> }}
              values={{ amount: kobo(peps.pendingKobo) }}
            />
          </p>
        )}
        {open.some(({ group_buy }) => group_buy) && (
          <RadioChoice
            legend={i18n.t('If the price falls, send me the difference')}
            name="return_to"
            options={returnChoices.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
            chosen={(result ? result.values.return_to : open[0]?.return_to) ?? last.returnTo}
          />
        )}
        <div>
          <PayButton {...paying} busy={busy} />
        </div>
      </Form>
    </>
  )
}

const KEPT = [/*i18n*/ 'kept for you until {moment}', /*i18n*/ 'was kept for you until {moment}'] as const

/** Until when a place paid on joining or the goods of a cart are held; with scripts, also the time left. */
function Held({ orders, now }: { orders: readonly OrderToPay[]; now: string }) {
  const { i18n } = useLingui()
  const [first] = orders
    .flatMap((order) => (order.group_buy && !order.hold_expires_at ? [] : (payBy(order) ?? [])))
    .sort()
  if (!first) return null
  return (
    <div className="mb-6">
      <Countdown endsAt={first} now={now} showMoment words={KEPT} />
      <p className="mt-1 text-14 text-soft">
        {i18n.t('Pay by then and the goods are yours. If you start to pay before then, you can still finish.')}
      </p>
    </div>
  )
}

function Part({ order, here: currentPath }: { order: OrderToPay; here: string }) {
  const { i18n } = useLingui()
  const { group_buy: buy, lines } = order
  const [line] = lines
  const until = payBy(order)
  return (
    <section aria-labelledby={`order-${order.id}`}>
      <input type="hidden" name="order" value={order.id} />
      <h2 id={`order-${order.id}`} className="mb-1 text-22">
        {buy
          ? buy.product_name
          : [i18n.t('Order {number}', { number: order.order_no }), order.vendor?.business_name]
              .filter(Boolean)
              .join(', ')}
      </h2>
      {until && <p className="mb-3 text-soft">{i18n.t('Pay by {time}.', { time: moment(until) })}</p>}
      <div className="mb-4">
        <OrderDestination
          order={order}
          change={`/account/orders/${order.id}/where?next=${encodeURIComponent(currentPath)}`}
        />
      </div>
      <DataList
        facts={buy && line ? groupFacts(i18n, order, countUnits(order.quantity, buy.unit)) : bulkFacts(i18n, order)}
      />
      <ByWeight order={order} />
      {buy && (
        <p className="mt-3 text-14 text-soft">
          {i18n.t(
            'This is the most you can pay. If more people pay, the price falls for everyone and the difference comes back to you. If fewer than {count} people pay, you get everything back.',
            { count: buy.min_participants },
          )}{' '}
          {order.sure_quantity !== null &&
            i18n.t(
              'You want {count} and would take up to {units}. What you do not get comes back to you with its fee.',
              {
                count: order.sure_quantity,
                units: countUnits(order.quantity, buy.unit),
              },
            )}
        </p>
      )}
    </section>
  )
}

/** The terms of goods by weight, named where there are several. */
function ByWeight({ order: { lines, ceiling_unit_price: ceiling } }: { order: OrderToPay }) {
  const { i18n } = useLingui()
  return lines.map((line) => {
    const terms = byWeightText(line, { priceKobo: nairaToKobo(ceiling ?? line.unit_price) })
    return (
      terms && (
        <p key={line.id} className="mt-3 break-words">
          {lines.length > 1 && `${line.product_name}. `}
          {translate(i18n, terms)}
        </p>
      )
    )
  })
}

function groupFacts(i18n: I18n, order: OrderToPay, units: string): Fact[] {
  const unitKobo = Math.round((order.ceiling_unit_price ?? 0) * 100)
  const goodsKobo = unitKobo * order.quantity
  return [
    { label: i18n.t('{quantity} at {price}', { quantity: units, price: kobo(unitKobo) }), value: kobo(goodsKobo) },
    ...charges(i18n, order),
    { label: i18n.t('You pay at most'), value: kobo(order.amount_due_kobo), total: true },
  ]
}

function bulkFacts(i18n: I18n, order: OrderToPay): Fact[] {
  return [
    ...order.lines.map(({ product_name, unit, quantity, unit_price }) => ({
      label: `${product_name}, ${countUnits(quantity, unit)}`,
      value: kobo(Math.round(unit_price * 100) * quantity),
    })),
    ...charges(i18n, order),
    {
      label: order.lines.some((line) => line.most_kg_per_unit !== null) ? i18n.t('You pay at most') : i18n.t('You pay'),
      value: kobo(order.amount_due_kobo),
      total: true,
    },
  ]
}

const charges = (i18n: I18n, { buyer_fee_bps, fee_kobo, delivery_fee_kobo }: OrderToPay): Fact[] => [
  { label: i18n.t('Fee {percent}%', { percent: buyer_fee_bps / 100 }), value: kobo(fee_kobo) },
  ...(delivery_fee_kobo > 0 ? [{ label: i18n.t('Delivery'), value: kobo(delivery_fee_kobo) }] : []),
]

function NothingToPay({ isPaid }: { isPaid: boolean }) {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeading
        lead={
          isPaid
            ? i18n.t('These orders are paid already, or they have ended.')
            : i18n.t('It may belong to another account, or the address is mistyped.')
        }
      >
        {isPaid ? i18n.t('Nothing to pay') : i18n.t(ORDER_NOT_FOUND)}
      </PageHeading>
      <LinkButton to="/account/orders">{i18n.t('Your orders')}</LinkButton>
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Pay'), i18n.t('Pay for your orders. We hold your money until sharing day.'))
}
