import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { countUnits } from '#domain/catalogue/units.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { day, kobo, moment, naira } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import type { Route } from './+types/own-order.ts'
import { nextStep, stateLabel, stateTone } from './order-words.ts'
import { readOwnOrder } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await readOwnOrder(context.get(apiContext), params.id, context.get(viewerContext).userId ?? '')
  if (!found.order && !found.bulkOrder) throw data('Order not found', { status: 404 })
  return { ...found, key: crypto.randomUUID(), now: new Date().toISOString() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  if (form.get('intent') === 'leave') {
    const left = await api.command('leave-group-buy', { order_id: params.id })
    return { text: left.ok ? 'You left this group buy. Nothing is owed.' : left.refusal.message, ok: left.ok, body: '' }
  }
  const body = String(form.get('body') ?? '')
  const about = form.get('kind') === 'bulk' ? { bulk_order_id: params.id } : { order_id: params.id }
  const sent = await api.command('start-conversation', { ...about, body }, String(form.get('key') ?? '') || undefined)
  if (!sent.ok) return { text: sent.refusal.message, ok: false, body }
  const base = new URL(request.url).pathname.startsWith('/customer') ? '/customer/messages' : '/account/messages'
  return redirect(`${base}/${sent.value.conversation_id}`)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orOffline(serverAction, () => ({ text: errorTexts.offline, ok: false, body: '' }))

export const shouldRevalidate = keepWhenOffline

export default function OwnOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { order, bulkOrder, history, key, now } = loaderData
  const shown = order ?? bulkOrder
  const busy = useNavigation().state === 'submitting'
  if (!shown) return null
  return (
    <>
      <PageHeading
        lead={`${shown.vendor.business_name}, ${shown.vendor.location}`}
        action={<Badge tone={stateTone(shown.status)}>{stateLabel(shown.status)}</Badge>}
      >
        Order {shown.order_no}
      </PageHeading>
      {actionData && (
        <Notice tone={actionData.ok ? 'success' : 'error'} className="mb-5">
          {actionData.text}
        </Notice>
      )}
      <div className="grid gap-8 md:grid-cols-2">
        <section aria-labelledby="figures">
          <h2 id="figures" className="mb-3 text-22">
            {order ? (
              <Link to={`/group-buys/${order.group_buy.id}`} className="text-link">
                {order.group_buy.product_name}
              </Link>
            ) : (
              'What you ordered'
            )}
          </h2>
          {order && <p className="mb-3">{nextStep(order, order.group_buy)}</p>}
          <DataList facts={order ? groupFacts(order) : bulkFacts(bulkOrder)} />
          {order?.status === 'pending' && Date.parse(order.group_buy.end_date) > Date.parse(now) && (
            <Form method="post" className="mt-4">
              <input type="hidden" name="intent" value="leave" />
              <Button tone="plain" busy={busy} busyLabel="Leaving">
                Leave this group buy
              </Button>
            </Form>
          )}
        </section>
        <div className="grid content-start gap-8">
          <section aria-labelledby="history">
            <h2 id="history" className="mb-3 text-22">
              What happened
            </h2>
            <ol className="grid gap-2 border-l-2 border-grain pl-4">
              {history.map(({ to_status, at, reason }) => (
                <li key={`${to_status} ${at}`}>
                  <strong>{stateLabel(to_status)}</strong> <span className="text-soft">{moment(at)}</span>
                  {reason && <span className="block text-14 text-soft">{reason}</span>}
                </li>
              ))}
            </ol>
          </section>
          <section aria-labelledby="write">
            <h2 id="write" className="mb-3 text-22">
              Write to the vendor
            </h2>
            <Form method="post" className="grid gap-3">
              <input type="hidden" name="intent" value="write" />
              <input type="hidden" name="kind" value={order ? 'group' : 'bulk'} />
              <input type="hidden" name="key" value={key} />
              <TextArea
                label="Message"
                name="body"
                rows={3}
                required
                maxLength={2000}
                defaultValue={actionData?.body ?? ''}
              />
              <div>
                <Button busy={busy} busyLabel="Sending">
                  Send message
                </Button>
              </div>
            </Form>
          </section>
        </div>
      </div>
    </>
  )
}

type Loaded = Awaited<ReturnType<typeof readOwnOrder>>

function groupFacts(order: NonNullable<Loaded['order']>): Fact[] {
  const { group_buy: buy } = order
  return [
    { label: 'Quantity', value: countUnits(order.quantity, buy.unit) },
    { label: 'Base price', value: naira(buy.base_price) },
    { label: buy.final_price === null ? 'Price now' : 'Final price', value: naira(order.unit_price) },
    { label: 'Goods at this price', value: naira(order.total_amount) },
    { label: 'Fee 2.5%', value: kobo(order.fee_kobo) },
    ...(order.delivery_fee_kobo > 0 ? [{ label: 'Delivery', value: kobo(order.delivery_fee_kobo) }] : []),
    ...(order.returned_kobo > 0 ? [{ label: 'Came back to you', value: kobo(order.returned_kobo) }] : []),
    { label: 'Sharing day', value: buy.share_date ? day(buy.share_date) : 'not set' },
    ...(order.amount_due_kobo > 0
      ? [{ label: 'You pay at most', value: kobo(order.amount_due_kobo), total: true }]
      : []),
  ]
}

function bulkFacts(order: Loaded['bulkOrder']): Fact[] {
  if (!order) return []
  return [
    ...order.items.map((item) => ({
      label: `${item.product_name}, ${countUnits(item.quantity, item.unit)}`,
      value: naira(Math.round(item.unit_price * item.quantity * 100) / 100),
    })),
    { label: 'Fee 2.5%', value: kobo(order.fee_kobo) },
    ...(order.returned_kobo > 0 ? [{ label: 'Came back to you', value: kobo(order.returned_kobo) }] : []),
    { label: 'Goods', value: naira(order.total_amount), total: true },
  ]
}

export const meta: Route.MetaFunction = () => [{ title: 'Order' }]
