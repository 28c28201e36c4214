import { Link } from 'react-router'
import { kindTexts } from '#domain/receipts/paper.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { count, kobo, plural } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'
import type { Route } from './+types/vat.ts'
import { listVatMonths, readNumbering } from './queries.ts'
import { toMonths, toQuarters, type VatSpan } from './vat-spans.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const today = lagosDate(new Date())
  const byQuarter = url.searchParams.get('by') === 'quarter'
  const year = Number(url.searchParams.get('check'))
  const isChecked = Number.isInteger(year) && year >= 2020 && year <= Number(today.slice(0, 4))
  const [{ months, failure }, numbering] = await Promise.all([
    listVatMonths(api),
    isChecked ? readNumbering(api, year) : null,
  ])
  const spans: VatSpan[] = byQuarter
    ? toQuarters(months)
    : toMonths(months, (month) => MONTH.format(new Date(`${month}-01T00:00:00Z`)))
  return { spans, failure, byQuarter, numbering, year, today }
}

/** The market's fee income by month or quarter, with the VAT included in it, and the papers that were issued. */
export default function Vat({ loaderData }: Route.ComponentProps) {
  const { spans, failure, byQuarter, numbering, year, today } = loaderData
  return (
    <>
      <ListScreen
        title="VAT in fee income"
        lead={
          <>
            Fees contain VAT at the rate of the day they were earned, which is the day of hand-over. The rate is in the{' '}
            <Link to="/chief/settings" className="text-link">
              settings
            </Link>
            . Each column is an account of the ledger.
          </>
        }
        action={
          <a href={`/chief/vat.csv${byQuarter ? '?by=quarter' : ''}`} className="text-link">
            Download as CSV
          </a>
        }
        caption={byQuarter ? 'VAT by quarter' : 'VAT by month'}
        list={{ rows: spans, failure }}
        columns={COLUMNS}
        rowKey={({ span, vat_bps }) => `${span} ${vat_bps}`}
        empty={
          <EmptyState title="No fees have been earned yet.">
            Fees are earned when goods are handed over; the first month appears then.
          </EmptyState>
        }
      >
        <Tabs
          label="By month or quarter"
          tabs={[
            { to: '/chief/vat', label: 'By month', current: !byQuarter },
            { to: '/chief/vat?by=quarter', label: 'By quarter', current: byQuarter },
          ]}
        />
      </ListScreen>
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-link">
        {ACCOUNTS.map(([kind, label]) => (
          <Link key={kind} to={`/chief/ledger/accounts?kind=${kind}`}>
            {label} in the ledger
          </Link>
        ))}
      </p>
      <Papers year={year} numbering={numbering} today={today} />
    </>
  )
}

const ACCOUNTS = [
  ['buyer_fee', 'Buyers’ fees'],
  ['vendor_fee', 'Vendors’ fees'],
  ['delivery', 'Delivery'],
  ['handling', 'Handling'],
] as const

type PapersProps = Pick<Route.ComponentProps['loaderData'], 'year' | 'numbering' | 'today'>

/** Papers issued in a month, as a file, and whether a year's numbers are complete. */
function Papers({ year, numbering, today }: PapersProps) {
  return (
    <section aria-labelledby="papers" className="mt-8">
      <SectionHeading id="papers">Receipts, invoices and credit notes</SectionHeading>
      <form action="/chief/vat/documents.csv" className="mb-4 flex flex-wrap items-end gap-3">
        <TextField
          label="Issued in"
          type="month"
          name="month"
          min="2020-01"
          max={today.slice(0, 7)}
          defaultValue={today.slice(0, 7)}
        />
        <Button tone="plain">Download as CSV</Button>
      </form>
      <p className="mb-4">
        <Link to={`/chief/vat?check=${today.slice(0, 4)}#papers`} className="text-link">
          Check the numbers of {today.slice(0, 4)}
        </Link>
        {', '}
        <Link to={`/chief/vat?check=${Number(today.slice(0, 4)) - 1}#papers`} className="text-link">
          of {Number(today.slice(0, 4)) - 1}
        </Link>
      </p>
      {numbering && (
        <Table
          showCaption
          caption={`Numbers of ${year}`}
          columns={NUMBERING}
          rows={numbering}
          rowKey={({ kind }) => kind}
          empty={<p className="text-soft">Nothing was issued in {year}.</p>}
        />
      )}
    </section>
  )
}

const NUMBERING: Column<{ kind: string; last: number; issued: number }>[] = [
  { header: 'Kind', heading: true, cell: ({ kind }) => kindTexts[kind as keyof typeof kindTexts] ?? kind },
  { header: 'Last number', numeric: true, cell: ({ last }) => count(last) },
  { header: 'Issued', numeric: true, cell: ({ issued }) => count(issued) },
  {
    header: 'Missing',
    cell: ({ last, issued }) =>
      last === issued ? 'None' : <strong>{plural(last - issued, 'number is', 'numbers are')} missing</strong>,
  },
]

const MONTH = new Intl.DateTimeFormat('en-NG', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const COLUMNS: Column<VatSpan>[] = [
  {
    header: 'Period',
    heading: true,
    cell: ({ span, period }) => (
      <>
        {span}
        <a
          href={`/chief/vat/${period}.pdf`}
          className="block w-fit py-1 text-14 font-normal text-link"
          aria-label={`PDF of ${span}`}
        >
          PDF
        </a>
      </>
    ),
  },
  { header: "Buyers' fees", numeric: true, cell: ({ buyer_fee_kobo }) => kobo(buyer_fee_kobo ?? 0) },
  { header: "Vendors' fees", numeric: true, cell: ({ vendor_fee_kobo }) => kobo(vendor_fee_kobo ?? 0) },
  { header: 'Delivery', numeric: true, cell: ({ delivery_kobo }) => kobo(delivery_kobo ?? 0) },
  { header: 'Handling', numeric: true, cell: ({ handling_kobo }) => kobo(handling_kobo ?? 0) },
  { header: 'Income', numeric: true, cell: ({ income_kobo }) => kobo(income_kobo ?? 0) },
  { header: 'VAT rate', numeric: true, cell: ({ vat_bps }) => `${(vat_bps ?? 0) / 100}%` },
  { header: 'VAT included', numeric: true, cell: ({ vat_kobo }) => <strong>{kobo(vat_kobo ?? 0)}</strong> },
]

export const meta: Route.MetaFunction = () => pageMeta('VAT in fee income', 'VAT contained in fees, month by month.')
