import { countUnits } from '#domain/products/units.ts'
import { apiContext } from '#web/context.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { choiceParam, likeText, listPage, pageParam, rowRange, textParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { day, plural } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'
import type { Route } from './+types/goods.ts'

interface ShopGoods {
  pickup_point_id: string | null
  is_delivery: boolean
  place: string
  is_hub: boolean
  product_id: string
  product_name: string
  unit: string
  group_buy_id: string | null
  share_date: string | null
  orders: number
  units: number
  units_counted: number
  units_unweighed: number
  units_ready: number
  units_taken: number
  units_lost: number
  units_here: number
}

const SHOWN = ['here'] as const

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageParam(url.searchParams)
  const search = textParam(url.searchParams, 'search')
  const show = choiceParam(url.searchParams, 'show', SHOWN)
  let query = context.get(apiContext).tables.from('shop_goods').select('*', { count: 'exact' })
  if (show === 'here') query = query.gt('units_here', 0)
  if (search) {
    const like = likeText(search)
    query = query.or(`place.ilike."${like}",product_name.ilike."${like}"`)
  }
  const found = await query
    .order('place')
    .order('is_delivery')
    .order('product_name')
    .order('share_date')
    .order('product_id')
    .order('group_buy_id')
    .range(...rowRange(page))
    .overrideTypes<ShopGoods[], { merge: false }>()
  return { page, search, show, list: listPage(found) }
}

/** All goods of a shop, by place and product: what was brought, handed over and lies there, at hubs too. */
export default function ShopGoodsList({ loaderData: { page, search, show, list } }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Goods"
      lead="Your goods at every place: what was brought in, handed over, and lies there now."
      caption="Goods by place"
      noun={{ one: 'product at a place', many: 'products at places' }}
      list={list}
      filters={{ search: { label: 'Place or product' } }}
      columns={columns}
      rowKey={({ pickup_point_id, is_delivery, product_id, group_buy_id, share_date, unit }) =>
        [pickup_point_id, is_delivery, product_id, group_buy_id, share_date, unit].join(' ')
      }
      query={{ page, search, show }}
      empty={
        <EmptyState title="No goods are on their way.">
          Goods of confirmed group buys and of paid orders appear here, until they are handed over.
        </EmptyState>
      }
    >
      <Tabs
        label="Goods"
        tabs={[
          { to: '/vendor/goods', label: 'All', current: show === '' },
          { to: '/vendor/goods?show=here', label: 'Lies there now', current: show === 'here' },
        ]}
      />
    </ListScreen>
  )
}

const columns: Column<ShopGoods>[] = [
  {
    header: 'Product',
    heading: true,
    cell: ({ product_name: name, group_buy_id, share_date: date, orders }) => (
      <>
        <span className="break-words">{name}</span>
        <span className="block text-14 font-normal text-soft">
          {group_buy_id ? 'Group buy' : 'From the cart'}, {date ? day(date) : 'no sharing day'},{' '}
          {plural(orders, 'order')}
        </span>
      </>
    ),
  },
  {
    header: 'Place',
    cell: ({ place, is_hub, is_delivery, pickup_point_id }) => (
      <span className="break-words">
        {is_delivery ? 'For delivery' : place}
        <span className="block text-14 text-soft">
          {is_delivery ? 'To the buyers’ doors' : is_hub ? 'Hub' : pickup_point_id ? 'Your place' : 'Your shop'}
        </span>
      </span>
    ),
  },
  { header: 'Due', numeric: true, cell: ({ units, unit }) => countUnits(units, unit) },
  {
    header: 'Brought in',
    numeric: true,
    cell: ({ units_counted: counted, units_unweighed: unweighed, unit }) => (
      <>
        {countUnits(counted, unit)}
        {unweighed > 0 && (
          <span className="block text-14 text-soft">{countUnits(unweighed, unit)} ready without a weigh-in</span>
        )}
      </>
    ),
  },
  { header: 'Handed over', numeric: true, cell: ({ units_taken, unit }) => countUnits(units_taken, unit) },
  { header: 'Lost or taken back', numeric: true, cell: ({ units_lost, unit }) => countUnits(units_lost, unit) },
  {
    header: 'Lies there',
    numeric: true,
    cell: ({ units_here: here, units_ready: ready, unit }) => (
      <>
        <strong>{countUnits(here, unit)}</strong>
        {here > ready && <span className="block text-14 text-soft">{here - ready} not ready yet</span>}
      </>
    ),
  },
]

export const meta: Route.MetaFunction = () => pageMeta('Goods', 'Goods of your shop at every place.')
