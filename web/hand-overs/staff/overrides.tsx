import { apiContext } from '#web/context.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { type BuyerContactResult, lookUpBuyer, ReachBuyer } from '#web/desk/reach-buyer.tsx'
import { COUNTED, listPage, pageParam, rowRange } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { datedMoment, kobo } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/overrides.ts'

interface Override {
  hand_over_id: string
  order_id: string
  order_no: number
  shop: string
  identity: 'id-card' | 'known' | 'called'
  reason: string
  created_at: string
  confirmed_at: string | null
  claim_until: string
  released_at: string | null
  goods_kobo: number
  handled_by_name: string
  /** By the same staff member in 30 days. */
  overrides: number
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageParam(url.searchParams)
  const found = await context
    .get(apiContext)
    .tables.from('shop_overrides')
    .select('*', COUNTED)
    .order('created_at', { ascending: false })
    .order('hand_over_id')
    .range(...rowRange(page))
    .overrideTypes<Override[], { merge: false }>()
  return { page, list: listPage(found) }
}

export const action = async ({ request, context }: Route.ActionArgs) =>
  lookUpBuyer(context.get(apiContext), await request.formData())

/** Hand-overs by a shop without the buyer's code. They are reviewed, because the shop is paid on its own word. */
export default function Overrides({ loaderData: { page, list }, actionData }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Without a code"
      lead="Orders that shops handed over themselves without the buyer’s code. Each is paid once the buyer confirms it, or after twice the claim time. Call the buyer if something looks wrong."
      caption="Handed over without a code"
      noun={{ one: 'hand-over', many: 'hand-overs' }}
      list={list}
      columns={overrideColumns(actionData)}
      rowKey={({ hand_over_id }) => hand_over_id}
      query={{ page }}
      empty={<EmptyState title="No shop handed over without a code.">They appear here at once.</EmptyState>}
    />
  )
}

const LOOKED_AT = { 'id-card': 'Identity card', known: 'Knows the buyer', called: 'Called the buyer' } as const

const overrideColumns = (result: BuyerContactResult | null | undefined): Column<Override>[] => [
  { header: 'Order', heading: true, cell: ({ order_no }) => order_no },
  {
    header: 'Shop',
    cell: ({ shop, handled_by_name: name, overrides }) => (
      <>
        <span className="break-words">{shop}</span>
        <span className="block text-14 text-soft">
          {name}, {overrides} in 30 days
        </span>
      </>
    ),
  },
  {
    header: 'Reason',
    cell: ({ identity, reason }) => (
      <>
        <span className="break-words">{reason}</span>
        <span className="block text-14 text-soft">{LOOKED_AT[identity]}</span>
      </>
    ),
  },
  { header: 'When', cell: ({ created_at }) => datedMoment(created_at) },
  { header: 'Goods', numeric: true, cell: ({ goods_kobo }) => kobo(goods_kobo) },
  {
    header: 'Buyer',
    cell: ({ order_id, order_no, confirmed_at, claim_until, released_at }) =>
      confirmed_at ? (
        <Badge tone="good">Confirmed</Badge>
      ) : (
        <>
          Not yet. {released_at ? 'Payable since' : 'Payable after'} {datedMoment(released_at ?? claim_until)}
          {!released_at && <ReachBuyer orderId={order_id} orderNo={order_no} answer={result} />}
        </>
      ),
  },
]

export const meta: Route.MetaFunction = () =>
  pageMeta('Without a code', 'Hand-overs by shops without the buyer’s code.')
