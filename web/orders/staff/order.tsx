import { data } from 'react-router'
import { parseNaira } from '#domain/money.ts'
import { isLiveOrder } from '#domain/orders/states.ts'
import { refundText } from '#domain/payments/refunds/refund-texts.ts'
import { kgText } from '#domain/products/measures.ts'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext } from '#web/context.ts'
import { handleNoteForm } from '#web/desk/records/note-form.ts'
import { RecordHistory } from '#web/desk/records/record-history.tsx'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordNotes } from '#web/desk/records/record-notes.tsx'
import { openRecord } from '#web/desk/records/record-queries.ts'
import { RecordScreen, RecordSection } from '#web/desk/records/record-screen.tsx'
import { commandResult, keepInputOffline, readForm, reject } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { datedMoment, kobo, naira } from '#web/ui/format.ts'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { destinationText } from '../destination/destination-texts.ts'
import { stateLabel, stateTone } from '../order-texts.ts'
import type { Route } from './+types/order.ts'
import { PartialRefundForm } from './partial-refund-form.tsx'
import { readPartialRefundFigures } from './partial-refund-text.ts'
import { readStaffOrder } from './queries.ts'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const found = await readStaffOrder(api, params.id)
  if (!found.order && !found.failure) throw data(ORDER_NOT_FOUND, { status: 404 })
  return { ...found, ...(await openRecord(api, { kind: 'order', id: params.id, url })), key: crypto.randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { field } = form
  const noted = await handleNoteForm(context.get(apiContext), form, { kind: 'order', id: params.id })
  if (noted) return noted
  const goodsKobo = parseNaira(field('goods'))
  if (goodsKobo === null || goodsKobo <= 0n) {
    return reject(form, { text: '', errors: { goods: 'This must be an amount in naira, such as 7,600.' } })
  }
  // The first submission confirms nothing and is answered with the figures.
  const seen = field('expected') || '0'
  const part = {
    order_id: params.id,
    goods_kobo: Number(goodsKobo),
    reason: field('reason'),
    payer: field('payer') === 'market' ? 'market' : 'vendor',
    expected_kobo: Number(seen),
  } as const
  const done = await context.get(apiContext).command('refund-part', part, form.key && `${form.key}-${seen}`)
  if (!done.ok && done.refusal.code === 'refund_to_confirm') {
    return reject(form, { text: '', figures: readPartialRefundFigures(done.refusal.details ?? {}) })
  }
  return commandResult(form, done, ({ returned_kobo: back, refund_kobo: refund, is_waiting: isWaiting }) => {
    if (isWaiting) return 'Entered. Another chief has to approve it first, in the list of amounts. No money has moved.'
    const way = refund > 0 ? `${kobo(refund)} of it in naira, in 3 to 5 business days` : 'as PEPS, at once'
    return `${kobo(back)} goes back to the buyer, fee included: ${way}. Both sides have been told by mail.`
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** An order for a chief: its money, past refunds, and a form for a partial refund. */
export default function StaffOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { order, earning, parts, refunds, notes, history, failure, key } = loaderData
  if (!order) return <ErrorState message={failure ?? ''} reload />
  return (
    <RecordScreen
      list={{ label: 'Orders', to: '/chief/orders' }}
      title={`Order ${order.order_no}`}
      lead={`${order.product_name}, by ${order.buyer_name || 'a buyer without a name'}`}
      status={<Badge tone={stateTone(order.status)}>{stateLabel(order.status)}</Badge>}
      notices={<OutcomeNotice outcome={actionData} />}
      aside={<RecordNotes kind="order" notes={notes} sendKey={key} result={actionData} />}
    >
      <div className="grid gap-8 md:grid-cols-2">
        <RecordSection id="money" title="Money">
          <DataList
            facts={[
              { label: 'Ordered', value: datedMoment(order.created_at) },
              {
                label: 'Shop',
                value: (
                  <RecordLink kind="shop" id={order.vendor_id}>
                    {order.vendor_name ?? 'Shop'}
                  </RecordLink>
                ),
              },
              { label: 'Where', value: destinationText(order) },
              ...(order.kg === null ? [] : [{ label: 'Weighs about', value: kgText(order.kg) }]),
              { label: 'Goods', value: naira(order.total_amount) },
              { label: 'Fee of the buyer', value: kobo(order.fee_kobo) },
              {
                label: isLiveOrder(order.status) ? 'Held until hand-over' : 'Still held',
                value: kobo(earning?.held_kobo ?? 0),
              },
              { label: 'Released to the vendor', value: kobo(earning?.earned_kobo ?? 0) },
              { label: 'Given back to the buyer', value: kobo(order.returned_kobo), total: true },
            ]}
          />
        </RecordSection>
        <RecordSection id="back" title="Partial refunds">
          {parts.length === 0 && <p className="text-soft">Nothing so far.</p>}
          <ul className="grid gap-3">
            {parts.map(({ id, goods_kobo, fee_kobo, delivery_kobo, payer, reason, created_at }) => (
              <li key={id} className="rounded-card border border-grain bg-card p-4">
                <strong className="tabular-nums">{kobo(goods_kobo + fee_kobo + delivery_kobo)}</strong>{' '}
                {payer === 'vendor' ? 'at the vendor’s cost' : 'at our cost'}
                <p className="mt-1 text-14 break-words text-soft">
                  {datedMoment(created_at)}. {reason}
                </p>
              </li>
            ))}
          </ul>
          {refunds.length > 0 && (
            <div className="mt-4">
              <DataList
                facts={refunds.map(({ amount_kobo, status }) => ({
                  label: refundText(status),
                  value: kobo(amount_kobo),
                }))}
              />
            </div>
          )}
        </RecordSection>
        {REFUNDABLE.has(order.status) && (
          <PartialRefundForm
            sendKey={key}
            result={actionData}
            names={{ buyer: order.buyer_name || 'the buyer', shop: order.vendor_name ?? 'the shop' }}
          />
        )}
      </div>
      <RecordHistory history={history} />
    </RecordScreen>
  )
}

/** The price is final, or the order is from the cart. The command decides which of these orders can be refunded. */
const REFUNDABLE = new Set(['paid', 'confirmed', 'ready', 'collected', 'delivered', 'completed'])

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const number = loaderData?.order?.order_no
  return pageMeta(number ? `Order ${number}` : ORDER_NOT_FOUND, 'An order, its money and its refunds.')
}

export const ErrorBoundary = notFoundBoundary({
  title: ORDER_NOT_FOUND,
  lead: 'The address may be mistyped.',
  back: 'All orders',
  to: '/chief/orders',
})
