import { data, Form, isRouteErrorResponse, Link, redirect, useNavigation } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { moment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useLiveRows } from '../live-rows.ts'
import type { Route } from './+types/own-order.ts'
import { OrderActs } from './order-acts.tsx'
import { bulkFacts, groupFacts } from './order-facts.ts'
import { nextStep, stateLabel, stateTone } from './order-words.ts'
import { type OwnGroupOrder, readOwnOrder } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await readOwnOrder(context.get(apiContext), params.id, context.get(viewerContext).userId ?? '')
  if (!found.order && !found.failure) throw data(ORDER_NOT_FOUND, { status: 404 })
  return { ...found, key: crypto.randomUUID(), now: new Date().toISOString() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  if (form.get('intent') === 'leave') {
    const left = await api.command('leave-group-buy', { order_id: params.id })
    const done =
      left.ok && left.value.order.status === 'cancelled' ? 'You left this group buy. You owe nothing.' : LEFT_PAID
    return { text: left.ok ? done : left.refusal.message, ok: left.ok, body: '' }
  }
  if (form.get('intent') === 'cancel') {
    const cancelled = await api.command('cancel-order', { order_id: params.id })
    const text = cancelled.ok ? 'You cancelled this order. You owe nothing.' : cancelled.refusal.message
    return { text, ok: cancelled.ok, body: '' }
  }
  const body = String(form.get('body') ?? '')
  const key = String(form.get('key') ?? '') || undefined
  const sent = await api.command('start-conversation', { order_id: params.id, body }, key)
  if (!sent.ok) return { text: sent.refusal.message, ok: false, body }
  const base = new URL(request.url).pathname.startsWith('/customer') ? '/customer/messages' : '/account/messages'
  return redirect(`${base}/${sent.value.conversation_id}`)
}

const LEFT_PAID = 'You left this group buy. Your money is on its way back to you.'

export const clientAction = async ({ request, serverAction }: Route.ClientActionArgs) => {
  const form = await request.clone().formData()
  return orOffline(serverAction, () => ({
    text: errorTexts.offline,
    ok: false,
    body: String(form.get('body') ?? ''),
  }))
}

export const shouldRevalidate = keepWhenOffline

export default function OwnOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { order, history, key, now, failure } = loaderData
  useLiveRows(order && [{ table: 'orders', filter: `id=eq.${order.id}` }])
  if (!order) return <ErrorState message={failure ?? ''} reload="Your order is safe." />
  return (
    <>
      <PageHeading
        lead={<Shop vendor={order.vendor} />}
        action={<Badge tone={stateTone(order.status)}>{stateLabel(order.status)}</Badge>}
      >
        Order {order.order_no}
      </PageHeading>
      {actionData && (
        <Notice tone={actionData.ok ? 'success' : 'error'} className="mb-5">
          {actionData.text}
        </Notice>
      )}
      <div className="grid gap-8 md:grid-cols-2">
        <section aria-labelledby="figures">
          {order.kind === 'group' ? (
            <GroupHead buy={order.group_buy} />
          ) : (
            <h2 id="figures" className="mb-3 text-22">
              What you ordered
            </h2>
          )}
          <p className="mb-3 max-w-measure font-semibold">{nextStep(order, order.group_buy, now)}</p>
          <DataList facts={order.kind === 'group' ? groupFacts(order) : bulkFacts(order)} />
          <OrderActs order={order} now={now} />
        </section>
        <div className="grid content-start gap-8">
          <History moves={history} />
          <WriteToVendor formKey={key} body={actionData?.body ?? ''} />
        </div>
      </div>
    </>
  )
}

function Shop({ vendor }: { vendor: { id: string; business_name: string; location: string } | null }) {
  if (!vendor) return 'The shop is not open at the moment. Your order still stands.'
  return (
    <Link to={`/shop/${vendor.id}`} className="text-link">
      {vendor.business_name}, {vendor.location}
    </Link>
  )
}

function GroupHead({ buy }: { buy: OwnGroupOrder['group_buy'] }) {
  return (
    <div className="mb-3 flex items-center gap-4">
      <img
        src={buy.image_url ?? '/basins/empty.svg'}
        alt=""
        width={72}
        height={72}
        className="size-18 shrink-0 rounded-field bg-kraft"
      />
      <h2 id="figures" className="min-w-0 text-22">
        <Link to={`/group-buys/${buy.id}`} className="text-link">
          {buy.product_name}
        </Link>
      </h2>
    </div>
  )
}

/** Every step with its time; the newest is the order's current state. */
function History({ moves }: { moves: Loaded['history'] }) {
  if (moves.length === 0) return null
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 text-22">
        What happened
      </h2>
      <ol>
        {moves.map(({ id, to_status, at, reason }, index) => {
          const last = index === moves.length - 1
          return (
            <li key={id} className="relative flex gap-3 pb-4 last:pb-0" aria-current={last ? 'step' : undefined}>
              {!last && <span aria-hidden className="absolute top-4 bottom-0 left-[7px] w-0.5 bg-grain" />}
              <span
                aria-hidden
                className={cx('mt-1 size-4 shrink-0 rounded-chip border-2 border-leaf', last ? 'bg-leaf' : 'bg-card')}
              />
              <div className="min-w-0">
                <p className={cx(last && 'font-bold')}>{stateLabel(to_status)}</p>
                <p className="text-14 text-soft">
                  <time dateTime={at}>{moment(at)}</time>
                  {reason && `, ${reason}`}
                </p>
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

interface WriteProps {
  /** Made by the client, so that a repeated press sends once. */
  formKey: string
  /** What was typed and could not be sent. */
  body: string
}

function WriteToVendor({ formKey, body }: WriteProps) {
  const busy = useNavigation().formData?.get('intent') === 'write'
  return (
    <section aria-labelledby="write" className="print:hidden">
      <h2 id="write" className="mb-3 text-22">
        Write to the vendor
      </h2>
      <Form method="post" className="grid gap-3">
        <input type="hidden" name="intent" value="write" />
        <input type="hidden" name="key" value={formKey} />
        <TextArea label="Message" name="body" rows={3} required maxLength={2000} defaultValue={body} />
        <div>
          <Button busy={busy} busyLabel="Sending">
            Send message
          </Button>
        </div>
      </Form>
    </section>
  )
}

type Loaded = Awaited<ReturnType<typeof readOwnOrder>>

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const number = loaderData?.order?.order_no
  return titled(number ? `Order ${number}` : ORDER_NOT_FOUND, 'Your order, what it costs and what comes next.')
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return (
    <>
      <PageHeading lead="It may belong to another account, or the address is mistyped.">{ORDER_NOT_FOUND}</PageHeading>
      <LinkButton to=".." relative="path">
        Your orders
      </LinkButton>
    </>
  )
}
