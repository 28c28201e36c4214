import { Link } from 'react-router'
import { apiContext } from '#web/context.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { pageParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { plural } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/packing.ts'
import { batchesByDay } from './day/day-key.ts'
import { shareDayText, unitsText } from './packing-texts.ts'
import { listBatches, listBatchesToAnswer, listBuysToPhotograph } from './queries.ts'
import type { Batch } from './rows.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageParam(url.searchParams)
  const api = context.get(apiContext)
  const [list, photographed, toAnswer] = await Promise.all([
    listBatches(api, page),
    listBuysToPhotograph(api),
    listBatchesToAnswer(api),
  ])
  return { page, base: url.pathname.replace(/\/$/, ''), list, photographed, toAnswer }
}

/** Overview of batches to pack, with their sharing day and progress. */
export default function Packing({ loaderData: { page, base, list, photographed, toAnswer } }: Route.ComponentProps) {
  return (
    <>
      <BatchList page={page} base={base} list={list} toAnswer={toAnswer} />
      <BuysToPhotograph buys={photographed} />
    </>
  )
}

type BatchListProps = Pick<Route.ComponentProps['loaderData'], 'page' | 'base' | 'list' | 'toAnswer'>

function BatchList({ page, base, list, toAnswer }: BatchListProps) {
  return (
    <ListScreen
      title="Packing"
      lead="Paid orders by sharing day, the next one first. Unpaid orders are not on these lists."
      caption="To pack, then what is ready"
      noun={{ one: 'batch', many: 'batches' }}
      list={list}
      columns={batchColumns(base)}
      rowKey={({ batch }) => batch}
      query={{ page }}
      empty={
        <EmptyState title="Nothing to pack.">
          A group buy appears here once it is confirmed, and an order from the cart once it is paid.
        </EmptyState>
      }
    >
      <BatchesToAnswer batches={toAnswer} base={base} />
      <Days batches={list.rows} base={base} />
    </ListScreen>
  )
}

/** Goods whose weight is so low that somebody answers before they are handed over. */
function BatchesToAnswer({ batches, base }: { batches: BatchListProps['toAnswer']; base: string }) {
  if (batches.length === 0) return null
  return (
    <Notice tone="warning" title="Weights wait for an answer" className="mb-8 max-w-measure">
      <ul>
        {batches.map(({ batch, name, shop, weights }) => (
          <li key={batch}>
            <Link to={`${base}/${batch}`} className="inline-flex min-h-11 items-center text-link break-words">
              {name}, {shop}: {plural(weights, 'weight')}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

type PhotographedBuys = Route.ComponentProps['loaderData']['photographed']

/** Open buys, whose goods shop staff may photograph before they are packed. */
function BuysToPhotograph({ buys }: { buys: PhotographedBuys }) {
  if (buys.length === 0) return null
  return (
    <section aria-labelledby="to-photograph" className="mt-10 max-w-measure">
      <SectionHeading id="to-photograph">Photographs of open group buys</SectionHeading>
      <ul className="divide-y divide-grain border-y border-grain">
        {buys.map(({ id, product_name: name, business_name: shop, photographs }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
            <Link to={`/packing/photographs/${id}`} className="inline-flex min-h-11 items-center text-link break-words">
              {name}, {shop}
            </Link>
            <span className="text-14 text-soft">{plural(photographs ?? 0, 'photograph')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The days of the listed batches that are not packed yet. */
function Days({ batches, base }: { batches: readonly Batch[]; base: string }) {
  const days = batchesByDay(batches.filter(({ open_orders: open }) => open > 0))
  if (days.size === 0) return null
  return (
    <section aria-labelledby="days" className="mb-8 max-w-measure">
      <SectionHeading id="days">Pack a whole day, a bag for each person</SectionHeading>
      <ul className="divide-y divide-grain border-y border-grain">
        {[...days].map(([key, all]) => (
          <li key={key} className="flex flex-wrap items-center justify-between gap-x-4">
            <Link to={`${base}/days/${key}`} className="inline-flex min-h-11 items-center text-link">
              {all[0]?.share_date ? shareDayText(all[0]) : 'Without a sharing day'}
              {all[0] && `, ${all[0].shop}`}
            </Link>
            <span className="text-14 text-soft">
              {plural(
                all.reduce((sum, { open_orders: open }) => sum + open, 0),
                'order',
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const batchColumns = (base: string): Column<Batch>[] => [
  {
    header: 'What',
    heading: true,
    cell: ({ batch, batch_name: name, shop }) => (
      <>
        <Link to={`${base}/${batch}`} className="text-link">
          {name}
        </Link>
        <span className="block text-14 font-normal text-soft">{shop}</span>
      </>
    ),
  },
  { header: 'Sharing day', cell: (batch) => <span className="whitespace-nowrap">{shareDayText(batch)}</span> },
  { header: 'Orders', numeric: true, cell: ({ orders }) => orders },
  { header: 'To pack', numeric: true, cell: ({ units, unit }) => unitsText(units, unit) },
  { header: 'Packed', numeric: true, cell: (batch) => <Packed batch={batch} /> },
]

function Packed({ batch }: { batch: Batch }) {
  if (batch.open_orders === 0) return <Badge tone="good">Ready</Badge>
  const part = Math.floor((batch.packed_units * 100) / batch.units)
  return (
    <>
      {unitsText(batch.packed_units, batch.unit)} <span className="whitespace-nowrap text-soft">({part}%)</span>
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Packing', 'What your shop has to pack, with progress.')
