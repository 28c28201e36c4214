import { useLingui } from '@lingui/react'
import { data, Link } from 'react-router'
import { standingLabels } from '#domain/orders/earnings.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { PagedTable } from '#web/desk/lists/paged-table.tsx'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { pageParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { kobo } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { sheetFacts } from '../sheet/sheet-facts.ts'
import type { Route } from './+types/earnings.ts'
import { type Earning, listEarnings, readBuyMoney } from './earning-queries.ts'
import { earningTones } from './earning-tones.ts'

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const key = { shopId: shop?.id ?? '', buyId: params.id }
  const { buy, sums, failure } = shop ? await readBuyMoney(api, key) : { buy: null, sums: null, failure: null }
  if (!buy && !failure) throw data(joinTexts.notFound, { status: 404 })
  const page = pageParam(url.searchParams)
  return { buy, sums, failure, page, list: await listEarnings(api, key, page) }
}

/** The vendor's earnings from each order of a buy, and the buy's totals. */
export default function Earnings({ loaderData: { buy, sums, failure, page, list } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  if (!buy) return <ErrorState message={failure ?? ''} reload="Nothing is lost." />
  const path = `/vendor/products/buys/${buy.id}/earnings`
  const { came, went } = sums ? sheetFacts(sums, i18n) : { came: [], went: [] }
  return (
    <>
      <PageHeading
        lead={
          <Link to={`/vendor/products/buys/${buy.id}`} className="text-link">
            {buy.product_name}
          </Link>
        }
        action={
          list.count > 0 && (
            <a href={`${path}.csv`} download className={buttonClass({ tone: 'plain' })}>
              Download CSV
            </a>
          )
        }
      >
        What it earns
      </PageHeading>
      <div className="mb-8 grid gap-x-8 gap-y-6 md:grid-cols-2">
        <section aria-labelledby="came">
          <SectionHeading id="came">What came in</SectionHeading>
          <DataList facts={came} />
        </section>
        <section aria-labelledby="went">
          <SectionHeading id="went">Where it is now</SectionHeading>
          <DataList facts={went} />
        </section>
      </div>
      <SectionHeading>By order</SectionHeading>
      <p className="mb-4 max-w-measure text-soft">
        {buy.final_price === null
          ? 'Goods count at the price now. The price is final when the group buy settles.'
          : 'Goods count at the final price, less what was given back.'}{' '}
        The money is held until the food is handed over, and then released to you.
      </p>
      <PagedTable
        caption="Orders and what they earn"
        noun={{ one: 'order', many: 'orders' }}
        list={list}
        columns={columns}
        rowKey={({ order_id: id }) => id}
        query={{ page }}
        empty={<EmptyState title="No orders yet.">Orders appear here as soon as somebody joins.</EmptyState>}
      />
    </>
  )
}

const columns: Column<Earning>[] = [
  {
    header: 'Order',
    heading: true,
    cell: ({ order_no: number, buyer_name: buyer }) => (
      <>
        {number}
        <span className="block text-14 font-normal break-words text-soft">{buyer || 'No name'}</span>
      </>
    ),
  },
  { header: 'Goods', numeric: true, cell: ({ goods }) => kobo(goods) },
  { header: 'Fee', numeric: true, cell: ({ fee }) => kobo(fee) },
  { header: 'You get', numeric: true, cell: ({ net }) => <strong>{kobo(net)}</strong> },
  {
    header: 'Where it is',
    cell: ({ standing }) => <Badge tone={earningTones[standing]}>{standingLabels[standing]}</Badge>,
  },
]

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(`Earnings: ${loaderData?.buy?.product_name ?? ''}`, 'What each order of a group buy earns.')
