import { useLingui } from '@lingui/react'
import { data, Form, Link, useNavigation } from 'react-router'
import { spacedCode } from '#domain/hand-overs/code-text.ts'
import { decideFulfilmentChange } from '#domain/orders/fulfilment-choice.ts'
import { payBy } from '#domain/orders/pay-by.ts'
import { isRefusal } from '#domain/refusal.ts'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext, i18nContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { useLiveRows } from '#web/lists/live-rows.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { StaticPart, sendOnce } from '#web/rendering/static-part.tsx'
import { returnedFacts } from '#web/returns/returned-money.ts'
import { savesData } from '#web/theme/low-data.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { PayBar } from '#web/ui/controls/pay-link.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { LateActs } from '#web/ui/facts/late-acts.tsx'
import { OrderDestination } from '#web/ui/facts/order-destination.tsx'
import { PriceQuestion } from '#web/ui/facts/price-question.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { latenessOf } from '../late-order.ts'
import { nextStep, stateLabel, stateTone } from '../order-texts.ts'
import { type OwnBulkOrder, type OwnGroupOrder, readOwnOrder } from '../queries.ts'
import { Timeline } from '../timeline/timeline.tsx'
import { buildTimeline } from '../timeline/timeline-entries.ts'
import type { Route } from './+types/own-order.ts'
import { ConfirmReceipt } from './confirm-receipt.tsx'
import { GivenShare } from './given-share.tsx'
import { handleOrderForm } from './order-action.ts'
import { needsAnswer, OrderActions, openPayment } from './order-actions.tsx'
import { bulkFacts, groupFacts } from './order-facts.ts'
import { isOnOffer } from './order-gifts.ts'
import { ReturnChoice } from './pending-refunds.tsx'
import { RateOrder } from './rate-order.tsx'
import { readOrderPage } from './read-order-page.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const now = new Date().toISOString()
  const found = await readOwnOrder(api, params.id, context.get(viewerContext).userId ?? '')
  if (!found.order && !found.failure) throw data(ORDER_NOT_FOUND, { status: 404 })
  const facts = { now, i18n: context.get(i18nContext), savesData: savesData(request.headers) }
  const { html, ...page } = await readOrderPage(api, found, facts)
  return { ...page, html: sendOnce({ order: html }, request), key: crypto.randomUUID(), now }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return handleOrderForm(context.get(apiContext), { form: await readForm(request), orderId: params.id })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function OwnOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const {
    order,
    asSold,
    history,
    refunds,
    parts,
    stops,
    offline,
    review,
    code,
    canClaim,
    unconfirmed,
    returned,
    question,
    html,
    promisesKobo,
    gifts,
    key,
    now,
    failure,
  } = loaderData
  const { intent, body, rating } = actionData?.values ?? {}
  useLiveRows(
    order && [
      { table: 'orders', filter: `id=eq.${order.id}` },
      { table: 'delivery_stops', filter: `order_id=eq.${order.id}` },
    ],
  )
  if (!order) return <ErrorState message={failure ?? ''} reload={i18n.t('Your order is safe.')} />
  return (
    <>
      <PageHeading
        lead={<Shop vendor={order.vendor} />}
        action={<Badge tone={stateTone(order.status)}>{i18n.t(stateLabel(order.status))}</Badge>}
      >
        {i18n.t('Order {number}', { number: order.order_no })}
      </PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      {question && <PriceQuestion question={question} now={now} sendKey={key} />}
      <div className="grid gap-8 md:grid-cols-2">
        <section aria-labelledby="figures">
          {order.kind === 'group' ? (
            <GroupHead
              buy={order.group_buy}
              productId={order.lines[0]?.product ? order.lines[0].product_id : undefined}
            />
          ) : (
            <h2 id="figures" className="mb-3 text-22">
              {i18n.t('What you ordered')}
            </h2>
          )}
          <p className="mb-3 max-w-measure font-semibold">{nextStep(i18n, order, { buy: order.group_buy, now })}</p>
          <GivenShare orderId={order.id} gifts={gifts} />
          <LateActs orderId={order.id} lateness={latenessOf(order, now)} />
          {canClaim && (order.status === 'collected' || order.status === 'delivered') && (
            <p className="mb-4 print:hidden">
              <LinkButton to={`/account/claims/new?order=${order.id}`} tone="plain">
                {i18n.t('Something is wrong with it')}
              </LinkButton>
            </p>
          )}
          {code && <CodeToGive code={code} />}
          <DataList
            facts={[
              ...(order.kind === 'group' ? groupFacts(i18n, order) : bulkFacts(i18n, order)),
              ...returnedFacts(i18n, returned, now),
            ]}
          />
          <OrderActions
            order={order}
            now={now}
            promisesKobo={promisesKobo}
            isOnOffer={isOnOffer(gifts)}
            question={question}
          />
        </section>
        <div className="grid content-start gap-8">
          <Timeline
            entries={buildTimeline(i18n, { ...order, ...asSold }, { moves: history, refunds, parts, stops, offline })}
          />
          {!NOWHERE.has(order.status) && (
            <section aria-labelledby="where">
              <h2 id="where" className="mb-2 text-22">
                {i18n.t('Where your food goes')}
              </h2>
              {order.status === 'ready' && order.fulfilment === 'stockpile' && (
                <Link to={`/account/stockpile#${order.id}`} className="inline-flex min-h-11 items-center text-link">
                  {i18n.t('See what is left and how long it is free')}
                </Link>
              )}
              <OrderDestination
                order={order}
                change={canChangeDestination(order, now) ? `/account/orders/${order.id}/where` : null}
              />
            </section>
          )}
          <ConfirmReceipt rows={unconfirmed} />
          <StaticPart id="part-order" html={html.order} className="grid gap-8" />
          <RateOrder
            status={order.status}
            review={review}
            typed={{ rating: rating ?? '', comment: (intent === 'rate' && body) || '' }}
          />
          {order.kind === 'group' && ['pending', 'paid'].includes(order.status) && (
            <ReturnChoice chosen={order.return_to} />
          )}
          <WriteToVendor formKey={key} body={(intent !== 'rate' && body) || ''} />
        </div>
      </div>
      {order.status === 'pending' && !openPayment(order, now) && !needsAnswer(question) && (
        <PayBar order={order} until={payBy(order)} now={now} />
      )}
    </>
  )
}

function CodeToGive({ code }: { code: string }) {
  const { i18n } = useLingui()
  return (
    <div className="mb-4 rounded-card border border-grain bg-card p-4">
      <p className="text-14 text-soft">{i18n.t('Your code')}</p>
      <p className="text-36 leading-tight font-bold tabular-nums">{spacedCode(code)}</p>
      <Link to="/account/codes" className="inline-flex min-h-11 items-center text-link">
        {i18n.t('See the QR code and the place, or send somebody else')}
      </Link>
    </div>
  )
}

/** States without a destination. */
const NOWHERE = new Set(['expired', 'cancelled', 'refunding', 'refunded'])

/** Whether the destination can be changed, by the command's own rule. */
function canChangeDestination(order: OwnGroupOrder | OwnBulkOrder, now: string): boolean {
  const { status, kind, place, lines, paying } = order
  const at = new Date(now)
  const isBeingPaid = paying.some(
    ({ payment }) => ['initiated', 'pending'].includes(payment.status) && new Date(payment.expires_at) > at,
  )
  const facts = {
    status,
    fulfilment: order.fulfilment,
    isBeingPaid,
    isFromBuy: kind === 'group',
    placeHasClosed: place?.closed_at != null,
  }
  const packed = lines.map(({ share_date, packed_at }) => ({ shareDate: share_date, isPacked: packed_at !== null }))
  return !isRefusal(decideFulfilmentChange({ ...facts, lines: packed }, at))
}

function Shop({ vendor }: { vendor: { id: string; business_name: string; location: string } | null }) {
  const { i18n } = useLingui()
  if (!vendor) return i18n.t('The shop is not open at the moment. Your order is still valid.')
  return (
    <Link to={`/shop/${vendor.id}`} className="text-link">
      {vendor.business_name}, {vendor.location}
    </Link>
  )
}

function GroupHead({ buy, productId }: { buy: OwnGroupOrder['group_buy']; productId: string | undefined }) {
  const { i18n } = useLingui()
  return (
    <div className="mb-3 flex items-center gap-4">
      <Picture src={buy.image_url} alt="" width={72} height={72} className="size-18 shrink-0 rounded-field bg-kraft" />
      <div className="min-w-0">
        <h2 id="figures" className="text-22">
          <Link to={`/group-buys/${buy.id}`} className="text-link">
            {buy.product_name}
          </Link>
        </h2>
        {productId && (
          <Link to={`/products/${productId}`} className="inline-flex min-h-11 items-center text-14 text-link">
            {i18n.t('See the product and its next group buy')}
          </Link>
        )}
      </div>
    </div>
  )
}

interface WriteProps {
  /** Made by the client, so that a repeated press sends once. */
  formKey: string
  /** The typed message that could not be sent. */
  body: string
}

function WriteToVendor({ formKey, body }: WriteProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'write'
  return (
    <section aria-labelledby="write" className="print:hidden">
      <h2 id="write" tabIndex={-1} className="mb-3 text-22">
        {i18n.t('Write to the vendor')}
      </h2>
      <Form method="post" className="grid gap-3">
        <input type="hidden" name="intent" value="write" />
        <input type="hidden" name="key" value={formKey} />
        <TextArea label={i18n.t('Message')} name="body" rows={3} required maxLength={2000} defaultValue={body} />
        <div>
          <Button busy={busy} busyLabel={i18n.t('Sending')}>
            {i18n.t('Send message')}
          </Button>
        </div>
      </Form>
    </section>
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nFromMatches(matches)
  const number = loaderData?.order?.order_no
  return pageMeta(
    number ? i18n.t('Order {number}', { number }) : i18n.t(ORDER_NOT_FOUND),
    i18n.t('Your order, what it costs and what comes next.'),
  )
}

export const ErrorBoundary = notFoundBoundary({
  title: ORDER_NOT_FOUND,
  lead: /*i18n*/ 'It may belong to another account, or the address is mistyped.',
  back: /*i18n*/ 'Your orders',
  to: '..',
})
