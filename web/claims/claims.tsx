import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Link, useLocation } from 'react-router'
import { reasonTexts } from '#domain/claims/claim-texts.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { Downloads } from '#web/desk/lists/downloads.tsx'
import { ListFilters } from '#web/desk/lists/list-filters.tsx'
import { DAYS, readListQuery } from '#web/desk/lists/list-query.ts'
import { PagedTable } from '#web/desk/lists/paged-table.tsx'
import { ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta } from '#web/page-meta.ts'
import { kobo } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'
import type { Route } from './+types/claims.ts'
import { claimSide } from './claim-side.ts'
import { type Lot, listOpenLots, lotNextStep } from './lot-queries.ts'
import { NextStep, StateBadge } from './parts.tsx'
import { CLAIM_SORTS, type ClaimRow, claimOrder, listClaims, type Side } from './queries.ts'
import { dayColumns } from './staff/claim-columns.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const side = claimSide(url.pathname)
  // Buyers have few claims: all are on one page.
  const show: ClaimFilter = side === 'buyer' ? 'all' : url.searchParams.get('show') === 'ended' ? 'ended' : 'open'
  const query = readListQuery(url.searchParams, side === 'buyer' ? {} : DAYS, CLAIM_SORTS)
  const id = side === 'vendor' ? ((await readOwnShop(api, userId))?.id ?? '') : (userId ?? '')
  const nothing = { rows: [], count: 0, pageCount: 0, failure: null }
  const list =
    side === 'vendor' && id === '' ? nothing : await listClaims(api, { from: '', until: '', ...query, side, id, show })
  const lots = side === 'buyer' || show !== 'open' ? [] : await listOpenLots(api)
  const now = new Date()
  return { side, show, query, list, lots, now: now.toISOString(), today: lagosDate(now) }
}

const LEADS: Record<Side, string> = {
  buyer: /*i18n*/ 'What was wrong with your orders, and what became of it.',
  vendor: /*i18n*/ 'What buyers say was wrong. Answer within 2 business days: silence upholds a claim.',
  staff: /*as is*/ 'What buyers and shops do not agree about, the next day to decide on top.',
}

/** Claims of a buyer, a shop, or a region. */
export default function Claims({ loaderData: { side, show, query, list, lots, now, today } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const path = useLocation().pathname.replace(/\/$/, '')
  return (
    <>
      <PageHeading lead={i18n.t(LEADS[side])}>{i18n.t('Claims')}</PageHeading>
      {side !== 'buyer' && (
        <Tabs
          label={i18n.t('Claims')}
          tabs={[
            { to: path, label: i18n.t('Open'), current: show === 'open' },
            { to: `${path}?show=ended`, label: i18n.t('Ended'), current: show === 'ended' },
          ]}
        />
      )}
      {lots.length > 0 && <Lots lots={lots} path={path} />}
      {side !== 'buyer' && <ClaimFilters query={query} today={today} />}
      <PagedTable
        caption={i18n.t('Claims')}
        noun={{ one: i18n.t('claim'), many: i18n.t('claims') }}
        list={list}
        columns={claimColumns({ i18n, path, side, now })}
        rowKey={({ id }) => id}
        sort={side === 'buyer' ? '' : claimOrder(show)}
        query={{ ...query, show: show === 'ended' ? 'ended' : '' }}
        empty={
          <EmptyState title={i18n.t(EMPTY[show])}>
            {side === 'buyer'
              ? i18n.t('If something is wrong with goods you collected, open the order and tell us there.')
              : i18n.t('Claims appear here as soon as a buyer makes one.')}
          </EmptyState>
        }
      />
      {side === 'staff' && list.rows.length > 0 && <Downloads noun="claims" />}
    </>
  )
}

function ClaimFilters({ query, today }: { query: Readonly<Record<string, unknown>>; today: string }) {
  return (
    <>
      <ViewTabs />
      <ListFilters filters={DAYS} query={query} today={today} stays={['show']} />
    </>
  )
}

/** Lot incidents: many claims about one group buy, decided together. */
function Lots({ lots, path }: { lots: readonly Lot[]; path: string }) {
  const { i18n } = useLingui()
  return (
    <section aria-labelledby="lots" className="mb-8">
      <SectionHeading id="lots">{i18n.t('Lot incidents')}</SectionHeading>
      <ul className="grid divide-y divide-grain">
        {lots.map((lot) => (
          <li key={lot.id} className="py-3">
            <Link to={`${path}/lots/${lot.id}`} className="text-link font-semibold">
              {i18n.t('Lot {number}, {product}', { number: lot.lot_no, product: lot.buy?.product_name ?? '' })}
            </Link>
            <p className="max-w-measure text-14 text-soft">{lotNextStep(lot)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

type ClaimFilter = keyof typeof EMPTY

const EMPTY = {
  open: /*i18n*/ 'No claim is open.',
  ended: /*i18n*/ 'No claim has ended yet.',
  all: /*i18n*/ 'You have made no claim.',
} as const

interface ColumnOptions {
  i18n: I18n
  path: string
  side: Side
  now: string
}

const claimColumns = ({ i18n, path, side, now }: ColumnOptions): Column<ClaimRow>[] => [
  {
    header: i18n.t('Claim'),
    heading: true,
    cell: ({ id, claim_no, lines, order, vendor }) => (
      <span className="block break-words sm:min-w-36">
        <Link to={`${path}/${id}`} className="text-link">
          {claim_no}, {productNames(i18n, lines)}
        </Link>
        <span className="block text-14 font-normal text-soft">
          {i18n.t('Order {number}', { number: order?.order_no ?? '' })}
          {side !== 'vendor' && vendor && `, ${vendor.business_name}`}
        </span>
      </span>
    ),
  },
  { header: i18n.t('Reason'), cell: ({ reason }) => i18n.t(reasonTexts[reason]) },
  {
    header: i18n.t('Asked'),
    numeric: true,
    ...(side !== 'buyer' && { sort: 'asked' }),
    cell: ({ requested_kobo }) => kobo(requested_kobo),
  },
  { header: i18n.t('Standing'), cell: (claim) => <StateBadge claim={claim} /> },
  ...(side === 'buyer' ? [] : dayColumns),
  { header: i18n.t('Next'), wide: true, cell: (claim) => <NextStep claim={claim} now={now} /> },
]

const productNames = (i18n: I18n, lines: ClaimRow['lines']) =>
  lines.map(({ line }) => line?.product_name ?? i18n.t('goods')).join(', ')

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Claims'), i18n.t('What was wrong with orders, and what became of it.'))
}
