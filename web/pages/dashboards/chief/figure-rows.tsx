import { data, Link } from 'react-router'
import { type DayFigure, overviewFigures } from '#domain/figures/overview.ts'
import { apiContext } from '#web/context.ts'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import type { RecordKind } from '#web/desk/records/record-path.ts'
import { isId, pathWithParams, textParam } from '#web/list-page.ts'
import { isInstantText } from '#web/lists/instant-text.ts'
import { pageMeta } from '#web/page-meta.ts'
import { datedMoment, kobo } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/figure-rows.ts'
import { figureText, rangeText } from './figure-cards.tsx'
import { type FigureRow, readFigureRows, readOverview } from './overview-queries.ts'
import { figurePath, fixedDays, PeriodForm, readOverviewAddress } from './period-form.tsx'

export async function loader({ url, params, context }: Route.LoaderArgs) {
  if (!Object.hasOwn(overviewFigures, params.figure)) throw data('Figure not found', { status: 404 })
  const figure = params.figure as DayFigure
  const api = context.get(apiContext)
  const address = readOverviewAddress(url.searchParams, new Date())
  const [at, id] = [textParam(url.searchParams, 'at'), textParam(url.searchParams, 'after')]
  const after = isId(id) && isInstantText(at) ? { at, id } : null
  const [rows, overview] = await Promise.all([
    readFigureRows(api, { figure, after, period: address.period, state: address.state }),
    readOverview(api, address),
  ])
  const value = overview.figures.find((row) => row.figure === figure)?.now ?? null
  return { figure, address, value, after, ...rows }
}

/** Explains a number by the rows that make it, each with a link to its record. */
export default function FigureRows({ loaderData }: Route.ComponentProps) {
  const { figure, address, value, after, rows, hasMore, failure } = loaderData
  const { label, rule, unit } = overviewFigures[figure]
  const last = rows.at(-1)
  const own = figurePath(figure, address)
  return (
    <>
      <p className="mb-2 text-link">
        <Link to={pathWithParams('/chief/overview', fixedDays(address))}>Overview of these days</Link>
      </p>
      <PageHeading lead={rule}>
        {label}: {figureText(value, unit)}
      </PageHeading>
      <PeriodForm {...address} />
      <p className="mb-4 text-soft">
        {rangeText(address.period)}
        {address.state && `, shops in ${address.state}`}. The rows that make this figure, newest first.
      </p>
      {failure && <ErrorState message={failure} reload />}
      <Table
        stacked
        caption={`Rows of ${label}`}
        columns={columnsOf(figure)}
        rows={rows}
        rowKey={({ record_id: record, at, amount_kobo: amount }) => `${record} ${at} ${amount}`}
        empty={<EmptyState title="No rows.">Nothing happened in these days that counts here.</EmptyState>}
      />
      <nav aria-label="Pages of rows" className="mt-6 flex gap-4">
        {after && (
          <Link to={own} className="page-link">
            First page
          </Link>
        )}
        {hasMore && last && (
          <Link
            to={`${own}&at=${encodeURIComponent(last.at)}&after=${last.record_id}`}
            rel="next"
            className="page-link"
          >
            Next
          </Link>
        )}
      </nav>
    </>
  )
}

const RECORDS: Partial<Record<string, RecordKind>> = {
  order: 'order',
  buy: 'buy',
  claim: 'claim',
  person: 'person',
  shop: 'shop',
}

function columnsOf(figure: DayFigure): Column<FigureRow>[] {
  const columns: Column<FigureRow>[] = [
    {
      header: 'Row',
      heading: true,
      cell: ({ kind, record_id: id, label }) => {
        const record = RECORDS[kind]
        return record ? (
          <RecordLink kind={record} id={id}>
            {label}
          </RecordLink>
        ) : (
          label
        )
      },
    },
    { header: 'When', cell: ({ at }) => <span className="whitespace-nowrap">{datedMoment(at)}</span> },
    { header: 'Status', cell: ({ detail }) => detail.replaceAll('_', ' ') },
    {
      header: 'Amount',
      numeric: true,
      cell: ({ amount_kobo: amount }) =>
        amount === null ? '' : <span className="whitespace-nowrap">{kobo(amount)}</span>,
    },
  ]
  if (figure === 'refunds') {
    columns.push({
      header: 'Ledger',
      cell: ({ kind, record_id: id }) =>
        kind === 'order' ? (
          <Link to={`/chief/ledger/orders/${id}`} className="text-link">
            Its lines
          </Link>
        ) : (
          ''
        ),
    })
  }
  return columns
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? overviewFigures[loaderData.figure].label : 'Figure', 'The rows behind a figure.')
