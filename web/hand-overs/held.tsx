import { Link } from 'react-router'
import { kgText } from '#domain/products/measures.ts'
import { countUnits } from '#domain/products/units.ts'
import { DAY_MS } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { choiceParam, listPage, pageParam, rowRange } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Progress } from '#web/ui/facts/progress.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'
import type { Route } from './+types/held.ts'
import { heldColumns } from './held-columns.tsx'
import { type HeldFilter, listHeld, listLyingGoods, listRooms } from './holding-queries.ts'

const SHOWN = ['all', 'leaving', 'uncollected'] as const

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const page = pageParam(url.searchParams)
  const show: HeldFilter = choiceParam(url.searchParams, 'show', SHOWN) || 'all'
  const now = new Date()
  const before = new Date(now.getTime() + DAY_MS).toISOString()
  const [held, rooms, lying] = await Promise.all([
    listHeld(api, { show, before, range: rowRange(page) }),
    listRooms(api),
    page === 1 ? listLyingGoods(api) : [],
  ])
  return { page, show, rooms, lying, list: listPage(held), now: now.toISOString() }
}

/** Goods held at the viewer's places, with buyer, shelf and dates, and the room left. */
export default function HeldGoods({ loaderData: { page, show, rooms, lying, list, now } }: Route.ComponentProps) {
  return (
    <>
      <ListScreen
        title="Held"
        lead="What lies in your places and has not been collected, the next to leave on top."
        caption="Held goods"
        noun={{ one: 'order', many: 'orders' }}
        list={list}
        columns={heldColumns({ now, to: ({ order_no }) => `/handover?order=${order_no}` })}
        rowKey={({ id }) => id}
        query={{ show: show === 'all' ? '' : show, page }}
        empty={<EmptyState title={EMPTY[show]}>Orders that are ready at a place you serve appear here.</EmptyState>}
      >
        {rooms.length > 0 && (
          <ul className="mb-6 grid gap-3 sm:grid-cols-2">
            {rooms.map(({ id, name, capacityKg, storedKg }) => (
              <li key={id}>
                <Progress
                  label={`${name}, kept or promised`}
                  percent={(100 * storedKg) / Math.max(capacityKg, 1)}
                  valueText={`${kgText(storedKg)} of ${kgText(capacityKg)}`}
                />
              </li>
            ))}
          </ul>
        )}
        <Tabs
          label="Held goods"
          tabs={[
            { to: '/held', label: 'All', current: show === 'all' },
            { to: '/held?show=leaving', label: 'Due to leave', current: show === 'leaving' },
            { to: '/held?show=uncollected', label: 'Not collected', current: show === 'uncollected' },
          ]}
        />
      </ListScreen>
      <LyingGoods goods={lying} />
      <p className="mt-6 max-w-measure text-14 text-soft">
        Goods that nobody collects stay the buyer’s. When grace is over, the market’s staff call the buyer and decide
        with them; hand nothing out and throw nothing away before they tell you. Who comes is still served:{' '}
        <Link to="/handover" className="text-link">
          hand over
        </Link>
        .
      </p>
    </>
  )
}

/** The same units as the orders above, by product, with those that came and are not ready yet. */
function LyingGoods({ goods }: { goods: Route.ComponentProps['loaderData']['lying'] }) {
  if (goods.length === 0) return null
  return (
    <section aria-labelledby="lying" className="mt-8">
      <SectionHeading id="lying">By product</SectionHeading>
      <Table
        stacked
        caption="Goods that lie here, by product"
        rows={goods}
        rowKey={({ pickup_point_id, subject_id, product_id }) => `${pickup_point_id} ${subject_id} ${product_id}`}
        columns={LYING_COLUMNS}
      />
    </section>
  )
}

const LYING_COLUMNS: Column<Route.ComponentProps['loaderData']['lying'][number]>[] = [
  {
    header: 'Product',
    heading: true,
    cell: ({ pickup_point_id: place, subject_id, product_id, product_name, shop, order_no }) => (
      <>
        <Link to={`/weigh-in/${place}/${subject_id}/${product_id}`} className="text-link break-words">
          {product_name}
        </Link>
        <span className="block text-14 font-normal text-soft">
          {shop}
          {order_no ? `, order ${order_no}` : ''}
        </span>
      </>
    ),
  },
  { header: 'Place', cell: ({ place }) => <span className="break-words">{place}</span> },
  { header: 'Lies here', numeric: true, cell: ({ units_here, unit }) => countUnits(units_here ?? 0, unit ?? '') },
  {
    header: 'Ready to collect',
    numeric: true,
    cell: ({ units_ready, unit }) => countUnits(units_ready ?? 0, unit ?? ''),
  },
]

const EMPTY: Record<HeldFilter, string> = {
  all: 'Nothing is held at your places.',
  leaving: 'Nothing is due to leave within a day.',
  uncollected: 'Everything was collected in time.',
}

export const meta: Route.MetaFunction = () => pageMeta('Held', 'What lies in your places, for whom and until when.')
