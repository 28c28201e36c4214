import { useLocation } from 'react-router'
import { apiContext } from '#web/context.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { listPage, pageParam, rowRange } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { heldColumns } from '../held-columns.tsx'
import { listHeld } from '../holding-queries.ts'
import type { Route } from './+types/uncollected.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageParam(url.searchParams)
  const now = new Date().toISOString()
  const held = await listHeld(context.get(apiContext), { show: 'uncollected', before: now, range: rowRange(page) })
  return { page, list: listPage(held), now }
}

/** Uncollected orders after their grace period, for the staff who decide about them. */
export default function UncollectedOrders({ loaderData: { page, list, now } }: Route.ComponentProps) {
  const path = useLocation().pathname.replace(/\/$/, '')
  return (
    <ListScreen
      title="Not collected"
      lead="The collection time and the grace period are over. Call the buyer and decide together; nothing is forfeited."
      caption="Not collected"
      noun={{ one: 'order', many: 'orders' }}
      list={list}
      columns={heldColumns({ now, to: ({ order_id }) => `${path}/${order_id}` })}
      rowKey={({ id }) => id}
      query={{ page }}
      empty={<EmptyState title="Everything was collected in time.">Orders appear here when grace is over.</EmptyState>}
    />
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Not collected', 'Orders whose buyers need a call.')
