import { data, isRouteErrorResponse, Link } from 'react-router'
import { refundSentence } from '#domain/group-buys/sheet.ts'
import { buyLabel } from '#domain/group-buys/state-labels.ts'
import { decimalText } from '#domain/packing/weights.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { apiContext } from '#web/context.ts'
import { titled } from '#web/titled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { datedMoment, naira } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/sheet.ts'
import { buyTone } from './buy-words.ts'
import { sheetFacts } from './sheet-facts.ts'
import { readSheet, type Sheet } from './sheet-queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { sheet, shortfalls, failure } = await readSheet(context.get(apiContext), params.id)
  if (!sheet && !failure) throw data(joinTexts.notFound, { status: 404 })
  return { sheet, shortfalls, failure, readAt: new Date().toISOString() }
}

/** Where every kobo of a buy is, for anybody. */
export default function SettlementSheet({ loaderData: { sheet, shortfalls, failure, readAt } }: Route.ComponentProps) {
  if (!sheet) return <ErrorState message={failure ?? ''} reload="Nothing is lost." />
  const refunds = refundSentence({ due: sheet.refunds_due, done: sheet.refunds_done })
  return (
    <>
      <PageHeading
        lead="Where the money of this group buy is, from our books."
        action={<Badge tone={buyTone(sheet.status)}>{buyLabel(sheet.status)}</Badge>}
      >
        Settlement sheet
      </PageHeading>
      <p className="mb-6 text-18">
        <Link to={`/group-buys/${sheet.group_buy_id}`} className="text-link">
          {sheet.product_name}
        </Link>
      </p>
      <div className="grid max-w-measure gap-8">
        {refunds && (
          <Notice tone={sheet.refunds_done === sheet.refunds_due ? 'success' : 'info'} title={refunds}>
            Everyone who had paid gets everything back, fee included: what was paid in PEPS at once, naira in 3 to 5
            business days.
          </Notice>
        )}
        {shortfalls.length > 0 && (
          <Notice tone="info" title={missingText(shortfalls, sheet.unit)}>
            It was shared out over the orders, and the money for it went back to the buyers.
          </Notice>
        )}
        <section aria-labelledby="price">
          <SectionHeading id="price">Price</SectionHeading>
          <DataList facts={priceFacts(sheet)} />
        </section>
        {sheet.has_sums ? <Sums sheet={sheet} /> : <TooFew sheet={sheet} />}
        <p className="text-14 text-soft">As of {datedMoment(readAt)}. No names stand in it.</p>
      </div>
    </>
  )
}

/** "2.5 kg came short, 1 kg came damaged" */
const missingText = (shortfalls: readonly { kind: string; missing_thousandths: number }[], unit: string): string =>
  shortfalls.map(({ kind, missing_thousandths: missing }) => `${decimalText(missing)} ${unit} came ${kind}`).join(', ')

function priceFacts({ final_price, ceiling_price, unit, paid_orders }: Sheet): Fact[] {
  return [
    { label: 'Orders that were paid', value: paid_orders },
    { label: `The most anybody could pay, a ${unit}`, value: naira(ceiling_price) },
    { label: `Final price, a ${unit}`, value: final_price === null ? 'None' : naira(final_price), total: true },
  ]
}

function Sums({ sheet }: { sheet: Sheet }) {
  const { came, went, addsUp } = sheetFacts(sheet)
  return (
    <>
      <section aria-labelledby="came">
        <SectionHeading id="came">What came in</SectionHeading>
        <DataList facts={came} />
      </section>
      <section aria-labelledby="went">
        <SectionHeading id="went">Where it is</SectionHeading>
        <DataList facts={went} />
      </section>
      <Notice tone={addsUp ? 'success' : 'error'} title={addsUp ? 'It adds up to the kobo' : 'It does not add up'}>
        {addsUp
          ? 'Everything that came in is held, went back, was released or is a fee.'
          : 'This must not be. Please tell us, with the address of this page.'}
      </Notice>
    </>
  )
}

function TooFew({ sheet }: { sheet: Sheet }) {
  return (
    <Notice tone="info" title="No sums are shown">
      {sheet.paid_orders === 0
        ? 'Nobody has paid, so no money came in.'
        : 'Fewer than three people paid. A sum would show what one of them paid, so only the vendor and our staff see it.'}
    </Notice>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  titled(
    loaderData?.sheet ? `Settlement sheet: ${loaderData.sheet.product_name}` : joinTexts.notFound,
    'Where the money of a group buy is: collected, held, returned and released.',
  )

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return (
    <>
      <PageHeading lead="A group buy has a settlement sheet once its payments are counted.">
        {joinTexts.notFound}
      </PageHeading>
      <LinkButton to="/group-buys">See the active group buys</LinkButton>
    </>
  )
}
