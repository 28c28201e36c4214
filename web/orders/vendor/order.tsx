import { data, Link } from 'react-router'
import type { Api } from '#api/api.ts'
import { standingLabels } from '#domain/orders/earnings.ts'
import { countUnits } from '#domain/products/units.ts'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { type BuyerContactResult, ReachBuyer } from '#web/desk/reach-buyer.tsx'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { type FormResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { datedMoment, day, kobo, naira } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { destinationText } from '../destination/destination-texts.ts'
import { stateLabel, stateTone } from '../order-texts.ts'
import { readFoundWeights } from '../own/read-found-weights.ts'
import { handOverText, orderTimeline } from '../timeline/order-history.ts'
import { Timeline } from '../timeline/timeline.tsx'
import type { Route } from './+types/order.ts'
import { addNote, NOTE_INTENT } from './notes/add-note.ts'
import { NoteSection } from './notes/note-section.tsx'
import { readShopOrder, type ShopOrder } from './order-queries.ts'
import { payoutFacts } from './payout-facts.tsx'
import { Weights } from './weights.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const found = await readShopOrder(api, { shopId: shop?.id ?? '', id: shop ? params.id : '' })
  if (!found.order && !found.failure) throw data(ORDER_NOT_FOUND, { status: 404 })
  const weights = found.order ? await readFoundWeights(api, found.order) : []
  return { order: found.order, failure: found.failure, weights, key: crypto.randomUUID() }
}

/** The buyer's phone number, on request, or a new note. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  if (form.field('intent') === NOTE_INTENT) return addNote(api, form, { order_id: params.id, customer_id: null })
  return showPhone(api, params.id)
}

async function showPhone(api: Api, orderId: string): Promise<BuyerContactResult> {
  const done = await api.command('show-buyer-phone', { order_id: orderId })
  if (!done.ok) return { orderId, contact: null, text: done.refusal.message }
  return { orderId, contact: { phone: done.value.phone, email: null }, text: '' }
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** An order for its shop: the goods, the buyer, the money and when it comes, and what happened. */
export default function VendorOrder({
  loaderData: { order, failure, weights, key },
  actionData,
}: Route.ComponentProps) {
  if (!order) return <ErrorState message={failure ?? ''} reload />
  const noted: FormResult | undefined = actionData && 'values' in actionData ? actionData : undefined
  const contact = actionData && 'contact' in actionData ? actionData : undefined
  return (
    <>
      <PageHeading
        lead={
          <>
            <Link to={`/vendor/customers/${order.user_id}`} className="text-link">
              {order.buyer_name || 'A buyer without a name'}
            </Link>
            , {datedMoment(order.created_at)}
          </>
        }
        action={<Badge tone={stateTone(order.status)}>{stateLabel(order.status)}</Badge>}
      >
        Order {order.order_no}
      </PageHeading>
      <p className="mb-6 flex flex-wrap items-center gap-3">
        {order.status === 'ready' && <LinkButton to={`/handover?order=${order.order_no}`}>Hand over</LinkButton>}
        {PACKED_FIRST.has(order.status) && (
          <LinkButton to={order.group_buy_id ? `/vendor/packing/${order.group_buy_id}` : '/vendor/packing'}>
            Pack
          </LinkButton>
        )}
        <LinkButton to={`/vendor/messages/new?order=${order.id}`} tone="plain">
          Write to the buyer
        </LinkButton>
        {GIVES_BACK.has(order.status) && order.goods_left > 0 && (
          <LinkButton to={`/vendor/orders/${order.id}/give-back`} tone="plain">
            Give part back
          </LinkButton>
        )}
      </p>
      <div className="grid gap-8 md:grid-cols-2">
        <section aria-labelledby="goods">
          <SectionHeading id="goods">Goods</SectionHeading>
          <DataList facts={goodsFacts(order)} />
        </section>
        <section aria-labelledby="money">
          <SectionHeading id="money">Money</SectionHeading>
          <DataList facts={moneyFacts(order)} />
        </section>
        <Weights order={order} weights={weights} />
        <section aria-labelledby="buyer">
          <SectionHeading id="buyer">Buyer and place</SectionHeading>
          <DataList facts={[{ label: 'Where', value: destinationText(order) }, ...proofFacts(order)]} />
          {LIVE.has(order.status) && (
            <div className="mt-3">
              <ReachBuyer orderId={order.id} orderNo={order.order_no} answer={contact} />
              <p className="mt-1 text-14 text-soft">Each look is recorded. After the hand-over the number is hidden.</p>
            </div>
          )}
          <Claims claims={order.claims} />
        </section>
        <NoteSection
          notes={order.notes}
          sendKey={key}
          result={noted}
          hint="Your shop reads this, never the buyer. Our staff read it while they decide a claim about this order that you contest. Notes are not changed or deleted."
        />
        <Timeline entries={orderTimeline(order)} />
      </div>
    </>
  )
}

/** The command decides which of these orders can be given back in part. */
const GIVES_BACK = new Set(['paid', 'confirmed', 'ready', 'collected', 'delivered', 'completed'])

const PACKED_FIRST = new Set(['paid', 'confirmed'])

const goodsFacts = ({ lines, kind, group_buy_id: buy, product_name: name }: ShopOrder): Fact[] => [
  ...(buy ? [{ label: 'Group buy', value: name, to: `/vendor/products/buys/${buy}` }] : []),
  ...lines.map((line) => ({
    label: [countUnits(line.quantity, line.unit), kind === 'bulk' && line.product_name, line.packed_at && 'packed']
      .filter(Boolean)
      .join(', '),
    value: `${naira(line.unit_price)} each`,
  })),
  ...sharingDays(lines),
]

function sharingDays(lines: ShopOrder['lines']): Fact[] {
  const days = new Set(lines.flatMap(({ share_date: date }) => (date ? day(date) : [])))
  return days.size > 0 ? [{ label: 'Sharing day', value: [...days].join(', ') }] : []
}

function moneyFacts({ money, feeBasisPoints, payoutParts }: ShopOrder): Fact[] {
  if (!money) return []
  return [
    { label: 'Goods', value: kobo(money.goodsKobo) },
    { label: `Fee ${feeBasisPoints / 100}%`, value: kobo(money.feeKobo) },
    ...(money.otherKobo === 0n ? [] : [{ label: 'Delivery, refunds and disputes', value: kobo(money.otherKobo) }]),
    { label: 'You get', value: kobo(money.netKobo), total: true },
    ...(payoutParts.length === 0 ? [{ label: 'Where it is', value: standingLabels[money.standing] }] : []),
    ...payoutFacts(payoutParts),
  ]
}

/** One fact for what was handed over and one for what waits: an order may be collected in parts. */
function proofFacts({ handOvers }: ShopOrder): Fact[] {
  return [
    { label: 'Handed over', of: 'done' },
    { label: 'Ready', of: 'open' },
  ].flatMap(({ label, of }) => {
    const those = handOvers.filter(({ status }) => status === of)
    if (those.length === 0) return []
    const value = those.map((one) => (
      <span key={one.id} className="block">
        {handOverText(one)}
      </span>
    ))
    return { label, value }
  })
}

/** Numbers are private: they are shown while the goods are still to be handed over. */
const LIVE = new Set(['paid', 'confirmed', 'ready'])

function Claims({ claims }: Pick<ShopOrder, 'claims'>) {
  if (claims.length === 0) return null
  return (
    <ul className="mt-3">
      {claims.map(({ id, claim_no: number, created_at: at }) => (
        <li key={id}>
          <Link to={`/vendor/claims/${id}`} className="inline-flex min-h-11 items-center text-link">
            Claim {number} of {datedMoment(at)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const number = loaderData?.order?.order_no
  return pageMeta(number ? `Order ${number}` : ORDER_NOT_FOUND, 'An order of your shop.')
}

export const ErrorBoundary = notFoundBoundary({
  title: ORDER_NOT_FOUND,
  lead: 'The address may be mistyped.',
  back: 'All orders',
  to: '/vendor/orders',
})
