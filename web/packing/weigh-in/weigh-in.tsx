import { Link } from 'react-router'
import { decimalText } from '#domain/packing/weight-text.ts'
import { countUnits } from '#domain/products/units.ts'
import { apiContext } from '#web/context.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { pageParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { day } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/weigh-in.ts'
import { type Delivery, listDeliveries } from './delivery-queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageParam(url.searchParams)
  return { page, list: await listDeliveries(context.get(apiContext), page) }
}

/** Vendors' deliveries to the places the viewer serves, and how much has been counted. */
export default function WeighIn({ loaderData: { page, list } }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Weigh-in"
      lead="What vendors bring to your places. Count and weigh each load before you sign for it."
      caption="Deliveries"
      noun={{ one: 'delivery', many: 'deliveries' }}
      list={list}
      columns={columns}
      rowKey={({ pickup_point_id, subject_id, product_id }) => `${pickup_point_id} ${subject_id} ${product_id}`}
      query={{ page }}
      empty={
        <EmptyState title="No delivery is expected.">
          Confirmed group buys and paid orders that are collected at a place you serve appear here. If you work at a
          place and see nothing, ask the person who runs it to add you.
        </EmptyState>
      }
    />
  )
}

const columns: Column<Delivery>[] = [
  {
    header: 'What',
    heading: true,
    cell: (delivery) => (
      <>
        <Link
          to={`/weigh-in/${delivery.pickup_point_id}/${delivery.subject_id}/${delivery.product_id}`}
          className="text-link"
        >
          {delivery.product_name}
        </Link>
        <span className="block text-14 font-normal text-soft">
          {delivery.shop}
          {delivery.order_no ? `, order ${delivery.order_no}` : ''}
        </span>
      </>
    ),
  },
  { header: 'Place', cell: ({ place }) => <span className="break-words">{place}</span> },
  {
    header: 'Sharing day',
    cell: ({ share_date: date }) => <span className="whitespace-nowrap">{date ? day(date) : 'None'}</span>,
  },
  { header: 'Expected', numeric: true, cell: ({ units, unit }) => countUnits(units, unit) },
  { header: 'Counted', numeric: true, cell: (delivery) => <Counted delivery={delivery} /> },
  { header: 'Lies here', numeric: true, cell: ({ units_here, unit }) => countUnits(units_here, unit) },
]

/** Units that were made ready or handed over without a weigh-in have been at the place all the same. */
function Counted({ delivery }: { delivery: Delivery }) {
  const { parts, units_counted: counted, units_unweighed: unweighed, units, unit } = delivery
  const { missing_thousandths: missing } = delivery
  const open = units - counted - unweighed
  if (parts === 0 && unweighed === 0) return <Badge>Not here yet</Badge>
  return (
    <>
      {parts === 0 ? 'Not weighed in' : countUnits(counted, unit)}
      {unweighed > 0 && (
        <span className="block text-14 text-soft">{countUnits(unweighed, unit)} ready without a weigh-in</span>
      )}
      {parts > 0 && open > 0 && missing === 0 && <span className="block text-14 text-pepper">{open} short</span>}
      {missing > 0 && <span className="block text-14 text-soft">{decimalText(missing)} entered as missing</span>}
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Weigh-in', 'Deliveries to the places that you serve.')
