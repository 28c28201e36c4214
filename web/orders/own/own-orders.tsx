import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react'
import { Link, useLocation } from 'react-router'
import { buyerAct } from '#domain/orders/buyer/buyer-act.ts'
import { payBy } from '#domain/orders/pay-by.ts'
import { countUnits } from '#domain/products/units.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageParam, pathWithParams, textParam } from '#web/list-page.ts'
import { useLiveRows } from '#web/lists/live-rows.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SearchBox } from '#web/ui/browse/search-box.tsx'
import { SearchForm } from '#web/ui/browse/search-form.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { PayLink } from '#web/ui/controls/pay-link.tsx'
import { kobo, longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'
import { nextStep, stateLabel, stateTone } from '../order-texts.ts'
import { listOwnOrders, type OwnOrderRow } from '../queries.ts'
import type { Route } from './+types/own-orders.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const userId = context.get(viewerContext).userId ?? ''
  const show: 'open' | 'past' = url.searchParams.get('show') === 'past' ? 'past' : 'open'
  const page = pageParam(url.searchParams)
  const search = textParam(url.searchParams, 'search')
  const found = await listOwnOrders(context.get(apiContext), { userId, show, search, page })
  return { userId, show, search, page, now: new Date().toISOString(), ...found }
}

export default function OwnOrders({ loaderData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { userId, show, search, page, now, rows, pageCount, amounts, failure } = loaderData
  const base = useLocation().pathname.replace(/\/$/, '')
  const address = (tab: typeof show, wanted = 1) =>
    pathWithParams(base, { show: tab === 'past' ? 'past' : '', search, page: wanted })
  useLiveRows([{ table: 'orders', filter: `user_id=eq.${userId}` }])
  return (
    <>
      <PageHeading lead={i18n.t('What you joined and bought. What waits for you comes first.')}>
        {i18n.t('Orders')}
      </PageHeading>
      <Tabs
        label={i18n.t('Orders')}
        tabs={[
          { to: address('open'), label: i18n.t('Open'), current: show === 'open', amount: amounts.open },
          { to: address('past'), label: i18n.t('Past'), current: show === 'past', amount: amounts.past },
        ]}
      />
      <SearchForm role="search" className="my-4 max-w-measure">
        {show === 'past' && <input type="hidden" name="show" value="past" />}
        <SearchBox
          label={i18n.t('Search your orders')}
          placeholder={i18n.t('Number, product or shop')}
          value={search}
        />
      </SearchForm>
      {show === 'past' && rows.length > 0 && (
        <p>
          <Link to="/account/last-month" className="inline-flex min-h-11 items-center text-link">
            {i18n.t('Order again what we bought last month')}
          </Link>
        </p>
      )}
      {failure && <ErrorState message={failure} reload={i18n.t('Your orders are safe.')} />}
      {!failure && rows.length === 0 && (search ? <NoneFound search={search} all={base} /> : <NoOrders show={show} />)}
      {rows.length > 0 && (
        <ul className="divide-y divide-grain border-b border-grain">
          {rows.map((order) => (
            <OrderRow key={order.id} order={order} to={`${base}/${order.id}`} now={now} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageCount={rows.length > 0 ? pageCount : 0}
        linkTo={(wanted) => address(show, wanted)}
        label={i18n.t('orders')}
      />
    </>
  )
}

function NoOrders({ show }: { show: 'open' | 'past' }) {
  const { i18n } = useLingui()
  if (show === 'past') {
    return <EmptyState title={i18n.t('No past orders yet.')}>{i18n.t('Finished orders appear here.')}</EmptyState>
  }
  return (
    <EmptyState
      title={i18n.t('No open orders.')}
      action={<LinkButton to="/group-buys">{i18n.t('See the group buys')}</LinkButton>}
    >
      {i18n.t('Join a group buy and your order appears here with its price and due date.')}
    </EmptyState>
  )
}

function NoneFound({ search, all }: { search: string; all: string }) {
  const { i18n } = useLingui()
  return (
    <EmptyState
      title={i18n.t('No order here matches “{search}”.', { search })}
      action={
        <LinkButton to={all} tone="plain">
          {i18n.t('Show all orders')}
        </LinkButton>
      }
    >
      {i18n.t('Search by the order’s number, a product or a shop.')}
    </EmptyState>
  )
}

function OrderRow({ order, to, now }: { order: OwnOrderRow; to: string; now: string }) {
  const { i18n } = useLingui()
  const picture = order.kind === 'group' ? order.group_buy.image_url : order.lines[0]?.image_url
  return (
    <li className="relative flex gap-4 py-4">
      <Picture src={picture} alt="" width={72} height={72} className="size-18 shrink-0 rounded-field bg-kraft" />
      <div className="min-w-0 flex-1">
        <h2 className="text-18 break-words">
          <Link to={to} className="deal-link">
            {orderName(i18n, order)}
          </Link>
        </h2>
        <p className="text-14 text-soft">
          {[
            i18n.t('Order {number}', { number: order.order_no }),
            order.vendor?.business_name,
            longDay(order.created_at),
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={stateTone(order.status)}>{i18n.t(stateLabel(order.status))}</Badge>
          <span className="tabular-nums">
            <Figures order={order} />
          </span>
        </p>
        <p className="mt-1 max-w-measure text-14">{nextStep(i18n, order, { buy: order.group_buy, now })}</p>
        <Act order={order} now={now} />
        {order.status !== 'pending' && (
          <Link
            to={`/account/orders/${order.id}/again`}
            className="relative z-10 inline-flex min-h-11 items-center text-link"
          >
            <Trans
              id="Buy again<order>: order {number}</order>"
              components={{ order: <span className="sr-only" /> }}
              values={{ number: order.order_no }}
            />
          </Link>
        )}
      </div>
    </li>
  )
}

function orderName(i18n: I18n, order: OwnOrderRow): string {
  if (order.kind === 'group') return order.group_buy.product_name
  const [first, ...more] = order.lines
  const name = first?.product_name ?? i18n.t('Bulk order')
  return more.length > 0 ? i18n.t('{product} and {count} more', { product: name, count: more.length }) : name
}

/** The act that the order waits for, one press away. */
function Act({ order, now }: { order: OwnOrderRow; now: string }) {
  const { i18n } = useLingui()
  const { id, order_no: number, place } = order
  const act = buyerAct({ ...order, hasOpenPlace: place !== null && place.closed_at === null })
  if (act === null) return null
  return (
    <div className="relative z-10 mt-2 w-fit">
      {act === 'pay' && <PayLink order={order} until={payBy(order)} now={now} />}
      {act === 'collect' && (
        <LinkButton to="/account/codes">
          {i18n.t('Show my code')}
          <span className="sr-only">{i18n.t('Order {number}', { number })}</span>
        </LinkButton>
      )}
      {act === 'choose-place' && (
        <LinkButton to={`/account/orders/${id}/where`}>
          {i18n.t('Choose where it goes')}
          <span className="sr-only">{i18n.t('Order {number}', { number })}</span>
        </LinkButton>
      )}
    </div>
  )
}

/** The quantity, and what was paid: the amount due is in the sentence below, with its date. */
function Figures({ order }: { order: OwnOrderRow }) {
  const { i18n } = useLingui()
  const what = order.kind === 'group' ? countUnits(order.quantity, order.group_buy.unit) : i18n.t('Bulk order')
  // Money that came back afterwards was paid too; before, it was the difference to the final price.
  const isBack = order.status === 'refunding' || order.status === 'refunded'
  const paidKobo = isBack ? order.charged_kobo : order.charged_kobo - order.returned_kobo
  if (paidKobo <= 0) return <strong>{what}</strong>
  return (
    <Trans
      id="{what}: <strong>{amount}</strong> paid"
      components={{ strong: <strong /> }}
      values={{ what: <>{what}</>, amount: kobo(paidKobo) }}
    />
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Orders'), i18n.t('Your group buys and bulk orders.'))
}
