import { apiContext, viewerContext } from '#web/context.ts'
import { PagedTable } from '#web/desk/lists/paged-table.tsx'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { NoShop } from '#web/desk/shop/shop-notice.tsx'
import { choiceParam, pageParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'
import type { Route } from './+types/money.ts'
import { moneyColumns, moneyFacts, placeFacts } from './money-facts.tsx'
import { CUTS, listMoney, readMoneyTotals } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  if (!shop) return null
  const cut = choiceParam(url.searchParams, 'by', CUTS) || 'buy'
  const page = pageParam(url.searchParams)
  const [{ totals, failure }, list] = await Promise.all([
    readMoneyTotals(api, shop.id),
    listMoney(api, { shopId: shop.id, cut, page }),
  ])
  return { cut, page, totals, failure, list }
}

/** The shop’s money: over all, by group buy and by sharing day, and where each kobo of it is. */
export default function WhatYouGet({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <NoShop title="What you get" />
  const { cut, page, totals, failure, list } = loaderData
  return (
    <>
      <PageHeading
        lead="Everything sold, less our fee and what went back to buyers. Sums are from the ledger, and before a price is final they follow today’s price."
        action={
          <LinkButton to="/vendor/payouts" tone="plain">
            Payouts
          </LinkButton>
        }
      >
        What you get
      </PageHeading>
      {failure && (
        <div className="mb-5">
          <ErrorState message={failure} reload />
        </div>
      )}
      {totals && (
        <div className="mb-8 grid items-start gap-8 md:grid-cols-2">
          <DataList facts={moneyFacts(totals)} />
          <DataList facts={placeFacts(totals)} />
        </div>
      )}
      <Tabs
        label="What you get"
        tabs={[
          { to: '/vendor/payouts/money', label: 'By group buy', current: cut === 'buy' },
          { to: '/vendor/payouts/money?by=day', label: 'By sharing day', current: cut === 'day' },
        ]}
      />
      <PagedTable
        caption={cut === 'buy' ? 'What you get by group buy' : 'What you get by sharing day'}
        list={list}
        columns={moneyColumns(cut)}
        rowKey={({ group_buy_id: buy, share_day: day }) => `${buy} ${day}`}
        query={{ by: cut === 'buy' ? '' : cut, page }}
        empty={<EmptyState title="Nothing sold yet.">Each paid order is counted here from its payment on.</EmptyState>}
      />
    </>
  )
}

export const meta: Route.MetaFunction = () =>
  pageMeta('What you get', 'Your shop’s money by group buy and sharing day.')
