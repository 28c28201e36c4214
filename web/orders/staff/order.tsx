import { data, useLocation } from 'react-router'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { type BuyerContactResult, lookUpBuyer, ReachBuyer } from '#web/desk/reach-buyer.tsx'
import { handleNoteForm } from '#web/desk/records/note-form.ts'
import { RecordHistory } from '#web/desk/records/record-history.tsx'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordNotes } from '#web/desk/records/record-notes.tsx'
import { openRecord } from '#web/desk/records/record-queries.ts'
import { RecordScreen, RecordSection } from '#web/desk/records/record-screen.tsx'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { datedMoment, kobo } from '#web/ui/format.ts'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { stateLabel, stateTone } from '../order-texts.ts'
import { inOrder, orderTimeline, STAFF_WORDS } from '../timeline/order-history.ts'
import { Timeline } from '../timeline/timeline.tsx'
import type { Route } from './+types/order.ts'
import { nextForStaff } from './record/next-step.ts'
import { OrderGoods, OrderHandOvers } from './record/order-goods.tsx'
import { OrderMoney } from './record/order-money.tsx'
import { OrderClaims, OrderNotices } from './record/order-notices.tsx'
import { readStaffOrder, type StaffOrder } from './record/order-queries.ts'
import { PartialRefundForm } from './record/partial-refund-form.tsx'
import { refundPart } from './record/refund-action.ts'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const isChief = context.get(viewerContext).role === 'chief'
  const { order, failure } = await readStaffOrder(api, params.id)
  if (!order && !failure) throw data(ORDER_NOT_FOUND, { status: 404 })
  const record = await openRecord(api, { kind: 'order', id: params.id, url })
  return { order, failure, isChief, ...record, key: crypto.randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const answer =
    (await lookUpBuyer(api, form.data)) ?? (await handleNoteForm(api, form, { kind: 'order', id: params.id }))
  return answer ?? refundPart(api, form, params.id)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** An order as staff answer a call about it: what happens next, its goods, money and hand-over, and what was said. */
export default function StaffOrderRecord({ loaderData, actionData }: Route.ComponentProps) {
  const { order, failure, isChief, notes, history, key } = loaderData
  const area = `/${useLocation().pathname.split('/')[1]}`
  if (!order) return <ErrorState message={failure ?? ''} reload />
  const [contact, result] = actionData && 'contact' in actionData ? [actionData, undefined] : [null, actionData]
  return (
    <RecordScreen
      list={{ label: 'Orders', to: `${area}/orders` }}
      title={`Order ${order.order_no}`}
      lead={
        <>
          {order.product_name}, for{' '}
          <RecordLink kind="person" id={order.user_id}>
            {order.buyer_name || 'a buyer without a name'}
          </RecordLink>
          , {datedMoment(order.created_at)}
        </>
      }
      status={<Badge tone={stateTone(order.status)}>{stateLabel(order.status)}</Badge>}
      notices={
        <>
          <OutcomeNotice outcome={result} />
          <Notice tone="info" title="What happens next" className="mb-6">
            {nextForStaff(order)}
          </Notice>
        </>
      }
      acts={<Acts order={order} area={area} isChief={isChief} />}
      aside={
        <>
          <Contact order={order} contact={contact} />
          <RecordNotes kind="order" notes={notes} sendKey={key} result={result} />
          <OrderNotices order={order} />
        </>
      }
    >
      <div className="grid gap-8 md:grid-cols-2">
        <OrderGoods order={order} />
        <OrderMoney order={order} isChief={isChief} />
        <OrderHandOvers order={order} />
        <OrderClaims order={order} />
        {isChief && REFUNDABLE.has(order.status) && (
          <PartialRefundForm
            sendKey={key}
            result={result}
            names={{ buyer: order.buyer_name || 'the buyer', shop: order.vendor_name ?? 'the shop' }}
          />
        )}
      </div>
      <Timeline entries={timelineOf(order)} />
      <RecordHistory history={history} />
    </RecordScreen>
  )
}

/** The price is final, or the order is from the cart. The command decides which of these orders can be refunded. */
const REFUNDABLE = new Set(['paid', 'confirmed', 'ready', 'collected', 'delivered', 'completed'])

interface ActsProps {
  order: StaffOrder
  area: string
  isChief: boolean
}

/** An order alone is cancelled by its buyer; staff give a part back, or cancel its group buy. */
function Acts({ order, area, isChief }: ActsProps) {
  return (
    <>
      {order.is_uncollected && (
        <LinkButton to={`${area}/uncollected/${order.id}`}>Decide what happens to the goods</LinkButton>
      )}
      {isChief && REFUNDABLE.has(order.status) && (
        <LinkButton to="#give-back" tone="plain">
          Refund a part
        </LinkButton>
      )}
      {order.group_buy_id && (
        <LinkButton to={`${area}/buys/${order.group_buy_id}`} tone="plain">
          Its group buy
        </LinkButton>
      )}
      {order.takes_over && (
        <LinkButton to={`${area}/orders/${order.takes_over.id}`} tone="plain">
          Takes over order {order.takes_over.order_no}
        </LinkButton>
      )}
      {order.taken_over_by && (
        <LinkButton to={`${area}/orders/${order.taken_over_by.id}`} tone="plain">
          Taken over by order {order.taken_over_by.order_no}
        </LinkButton>
      )}
    </>
  )
}

function Contact({ order, contact }: { order: StaffOrder; contact: BuyerContactResult | null }) {
  return (
    <RecordSection id="contact" title="Reach the buyer">
      <ReachBuyer orderId={order.id} orderNo={order.order_no} answer={contact} />
      <p className="mt-1 text-14 text-soft">
        While something is wrong with the order, or on the day of a next call that is written down below. Each look is
        recorded.
      </p>
    </RecordSection>
  )
}

function timelineOf(order: StaffOrder) {
  const { stops, refunds } = order
  return inOrder([
    ...orderTimeline({ ...order, handOvers: order.hand_overs }, STAFF_WORDS),
    ...stops.flatMap(({ id, out_at: at, rider }) =>
      at ? [{ key: `${id} out`, at, title: 'Out for delivery', detail: rider }] : [],
    ),
    ...refunds.flatMap(({ id, amount_kobo: amount, processed_at: at }) =>
      at ? [{ key: id, at, title: `${kobo(amount)} arrived at the buyer`, detail: null }] : [],
    ),
  ])
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const number = loaderData?.order?.order_no
  return pageMeta(number ? `Order ${number}` : ORDER_NOT_FOUND, 'An order, its goods, its money and what was said.')
}

export const ErrorBoundary = notFoundBoundary({
  title: ORDER_NOT_FOUND,
  lead: 'The address may be mistyped, or the order is in a state that somebody else looks after.',
  back: 'All orders',
  to: '..',
})
