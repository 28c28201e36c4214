import { Link } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { Figures } from '#web/desk/figures/figures.tsx'
import { readWaiting, type Waiting } from '#web/desk/read-waiting.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { NoShop, ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { type Task, Tasks } from '#web/desk/tasks.tsx'
import { waitingTasks } from '#web/desk/waiting-tasks.ts'
import { BuysInDanger, listBuysInDanger } from '#web/group-buys/vendor/buys-in-danger.tsx'
import { english } from '#web/languages/i18n.ts'
import { useLiveRows } from '#web/lists/live-rows.ts'
import { allOrdersColumns } from '#web/orders/order-rows.tsx'
import { listNewestOrders } from '#web/orders/vendor/queries.ts'
import { pageMeta } from '#web/page-meta.ts'
import { useShell } from '#web/shell.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { timeLeft } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import { monthFigures } from '../staff/month-figures.ts'
import { doneTexts, workItems } from '../today/due-items.ts'
import { WorkList } from '../today/due-list.tsx'
import { readWork } from '../today/queries.ts'
import type { Route } from './+types/dashboard.ts'
import { FirstSteps } from './first-steps.tsx'
import { readShopDay, readShopMonths } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  if (!shop) return { shop, today: null }
  const now = new Date()
  const [day, { months }, newest, waiting, inDanger, { invitations, failure: workFailure, ...work }] =
    await Promise.all([
      readShopDay(api, shop.id, now),
      readShopMonths(api),
      listNewestOrders(api, shop.id, 8),
      readWaiting(api),
      listBuysInDanger(api, shop.id, now),
      readWork(api, now),
    ])
  const failure = day.failure ?? workFailure
  return {
    shop,
    today: {
      day,
      waiting,
      inDanger,
      isInvited: invitations.length > 0,
      months,
      date: lagosDate(now),
      newest,
      items: workItems(work, '/vendor/packing', now),
      done: doneTexts(work),
      failure,
      now: now.toISOString(),
    },
  }
}

export default function VendorDashboard({ loaderData: { shop, today } }: Route.ComponentProps) {
  useLiveRows(shop && [{ table: 'orders', filter: `vendor_id=eq.${shop.id}` }])
  if (!shop || !today) return <NoShop title="Dashboard" />
  const { day, waiting, inDanger, months, date, newest, items, done, now } = today
  const isNew = !day.failure && day.published === 0 && newest.length === 0
  return (
    <>
      <PageHeading
        lead={
          <>
            {shop.business_name} · <Link to="/vendor/profile">Your shop’s profile</Link>
          </>
        }
        action={
          day.products === 0 ? (
            <LinkButton to="/vendor/products/new">New product</LinkButton>
          ) : (
            <LinkButton to="/vendor/products/buys/new" tone={items.length > 0 ? 'plain' : 'primary'}>
              New group buy
            </LinkButton>
          )
        }
      >
        Dashboard
      </PageHeading>
      <ShopNotice shop={shop} />
      {today.failure && <ErrorState message={today.failure} reload />}
      {today.isInvited && (
        <Notice tone="info" className="mb-5">
          A shop or hub invites you to its staff: <Link to="/work">see the invitation</Link>.
        </Notice>
      )}
      {isNew ? (
        <FirstSteps shop={shop} products={day.products} drafts={day.drafts} />
      ) : (
        <Tasks tasks={tasksOf(day, waiting)} calm="Nothing to do. New orders appear here automatically.">
          {(items.length > 0 || done.length > 0) && <WorkList items={items} done={done} />}
        </Tasks>
      )}
      <BuysInDanger buys={inDanger} now={now} />
      {shop.status === 'active' && <BringPeople shop={shop} />}
      {isNew || (
        <Figures
          label="This month"
          figures={[
            ...monthFigures(months, date, '/vendor/orders'),
            { label: 'Sold-out products', value: day.soldOut, to: '/vendor/products?show=sold-out' },
            { label: 'Drafts', value: day.drafts, to: '/vendor/products/buys?show=drafts' },
          ]}
        />
      )}
      {day.closing.length > 0 && (
        <div className="mb-8">
          <SectionHeading id="closing">Closing within three days</SectionHeading>
          <Table
            stacked
            caption="Group buys closing within three days"
            columns={closingColumns(now)}
            rows={day.closing}
            rowKey={({ id }) => id}
          />
        </div>
      )}
      {isNew || (
        <div>
          <SectionHeading id="newest">Newest orders</SectionHeading>
          <Table
            stacked
            caption="Newest orders"
            columns={[
              allOrdersColumns.numberOfShop,
              allOrdersColumns.product,
              allOrdersColumns.buyer,
              allOrdersColumns.amount,
              allOrdersColumns.state,
            ]}
            rows={newest}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                title="No orders yet."
                action={<LinkButton to="/vendor/products/buys/new">New group buy</LinkButton>}
              >
                Orders appear here as soon as somebody joins or buys. Open a group buy and share its link.
              </EmptyState>
            }
          />
        </div>
      )}
    </>
  )
}

/** Links for sharing the shop and printing its poster. Without a referral code, because vendors earn no rewards. */
function BringPeople({ shop }: { shop: { id: string; business_name: string } }) {
  const address = `${useShell().origin}/shop/${shop.id}`
  const text = encodeURIComponent(`Buy food from ${shop.business_name}, alone or together: ${address}`)
  return (
    <p className="mb-6 flex flex-wrap gap-x-5">
      <a
        href={`https://wa.me/?text=${text}`}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-11 items-center text-link"
      >
        Share your shop on WhatsApp
      </a>
      <Link to="/vendor/poster" reloadDocument className="inline-flex min-h-11 items-center text-link">
        Poster for your stall
      </Link>
    </p>
  )
}

type Day = Awaited<ReturnType<typeof readShopDay>>

function tasksOf(day: Day, waiting: Waiting): Task[] {
  return [
    ...waitingTasks({ ...waiting, rows: waiting.rows.filter((row) => !isPacking(row)) }, 'vendor'),
    // For information, and last: buys close automatically.
    {
      amount: day.closing.length,
      text: 'group buys close within three days',
      one: 'group buy closes within three days',
      to: '#closing',
      informs: true,
    },
  ]
}

/** Each batch to pack is named above, with its day. */
const isPacking = ({ subject, status, waiter }: Waiting['rows'][number]) =>
  ['group_buy.confirmed.shop', 'order.paid.shop'].includes(`${subject}.${status}.${waiter}`)

const closingColumns = (now: string): Column<Day['closing'][number]>[] => [
  {
    header: 'Group buy',
    heading: true,
    cell: ({ id, product_name: name }) => (
      <Link to={`/vendor/products/buys/${id}`} className="block sm:min-w-36 break-words text-link">
        {name}
      </Link>
    ),
  },
  {
    header: 'Joined (paid)',
    numeric: true,
    cell: ({ current_participants: joined, paid_participants: paid }) => `${joined} (${paid})`,
  },
  { header: 'Minimum', numeric: true, cell: ({ min_participants: least }) => least },
  {
    header: 'Taken',
    numeric: true,
    cell: ({ current_quantity: taken, target_quantity: target, unit }) => `${taken} of ${countUnits(target, unit)}`,
  },
  { header: 'Left', cell: ({ end_date: end }) => timeLeft(english, end, now) },
]

export const meta: Route.MetaFunction = () => pageMeta('Dashboard', 'Your shop today.')
