import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { data, Link } from 'react-router'
import { refundSentence } from '#domain/group-buys/sheet.ts'
import { buyLabel } from '#domain/group-buys/state-labels.ts'
import { decimalText } from '#domain/packing/weight-text.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { apiContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { datedMoment, naira } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { buyTone } from '../buy-texts.ts'
import type { Route } from './+types/sheet.ts'
import { sheetFacts } from './sheet-facts.ts'
import { readSheet, type Sheet } from './sheet-queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { sheet, shortfalls, failure } = await readSheet(context.get(apiContext), params.id)
  if (!sheet && !failure) throw data(joinTexts.notFound, { status: 404 })
  return { sheet, shortfalls, failure, readAt: new Date().toISOString() }
}

/** The public settlement sheet: where every kobo of a buy is. */
export default function SettlementSheet({ loaderData: { sheet, shortfalls, failure, readAt } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  if (!sheet) return <ErrorState message={failure ?? ''} reload={i18n.t('Nothing is lost.')} />
  const refunds = refundSentence({ due: sheet.refunds_due, done: sheet.refunds_done })
  return (
    <>
      <PageHeading
        lead={i18n.t('Where the money of this group buy is, from our books.')}
        action={<Badge tone={buyTone(sheet.status)}>{i18n.t(buyLabel(sheet.status))}</Badge>}
      >
        {i18n.t('Settlement sheet')}
      </PageHeading>
      <p className="mb-6 text-18">
        <Link to={`/group-buys/${sheet.group_buy_id}`} className="text-link">
          {sheet.product_name}
        </Link>
      </p>
      <div className="grid max-w-measure gap-8">
        {refunds && (
          <Notice tone={sheet.refunds_done === sheet.refunds_due ? 'success' : 'info'} title={translate(i18n, refunds)}>
            {i18n.t(
              'Everyone who paid gets everything back, fee included: PEPS at once, naira in 3 to 5 business days.',
            )}
          </Notice>
        )}
        {shortfalls.length > 0 && (
          <Notice
            tone="info"
            title={shortfalls.map((missing) => missingText(missing, { unit: sheet.unit, i18n })).join(', ')}
          >
            {i18n.t('The loss was shared among the orders, and the buyers got their money back for it.')}
          </Notice>
        )}
        <section aria-labelledby="price">
          <SectionHeading id="price">{i18n.t('Price')}</SectionHeading>
          <DataList facts={priceFacts(sheet, i18n)} />
        </section>
        {sheet.has_sums ? <Sums sheet={sheet} /> : <TooFew sheet={sheet} />}
        <p className="text-14 text-soft">
          {i18n.t('As of {moment}. It shows no names.', { moment: datedMoment(readAt) })}
        </p>
      </div>
    </>
  )
}

/** "2.5 kg came short" */
function missingText(
  { kind, missing_thousandths: missing }: { kind: string; missing_thousandths: number },
  { unit, i18n }: { unit: string; i18n: I18n },
): string {
  const amount = `${decimalText(missing)} ${unit}`
  return kind === 'damaged' ? i18n.t('{amount} came damaged', { amount }) : i18n.t('{amount} came short', { amount })
}

function priceFacts({ final_price, ceiling_price, unit, paid_orders }: Sheet, i18n: I18n): Fact[] {
  return [
    { label: i18n.t('Paid orders'), value: paid_orders },
    { label: i18n.t('The most anyone could pay for a {unit}', { unit }), value: naira(ceiling_price) },
    {
      label: i18n.t('Final price for a {unit}', { unit }),
      value: final_price === null ? i18n.t('None') : naira(final_price),
      total: true,
    },
  ]
}

function Sums({ sheet }: { sheet: Sheet }) {
  const { i18n } = useLingui()
  const { came, went, addsUp } = sheetFacts(sheet, i18n)
  return (
    <>
      <section aria-labelledby="came">
        <SectionHeading id="came">{i18n.t('What came in')}</SectionHeading>
        <DataList facts={came} />
      </section>
      <section aria-labelledby="went">
        <SectionHeading id="went">{i18n.t('Where it is now')}</SectionHeading>
        <DataList facts={went} />
      </section>
      <Notice
        tone={addsUp ? 'success' : 'error'}
        title={addsUp ? i18n.t('It adds up to the kobo') : i18n.t('It does not add up')}
      >
        {addsUp
          ? i18n.t('Everything that came in is still held, was sent back, was released or is a fee.')
          : i18n.t('This should not happen. Please tell us, and send us the address of this page.')}
      </Notice>
    </>
  )
}

function TooFew({ sheet }: { sheet: Sheet }) {
  const { i18n } = useLingui()
  return (
    <Notice tone="info" title={i18n.t('We do not show the amounts')}>
      {sheet.paid_orders === 0
        ? i18n.t('Nobody has paid, so no money came in.')
        : i18n.t(
            'Fewer than three people paid. The amounts would show what one person paid, so only the vendor and our staff see them.',
          )}
    </Notice>
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nFromMatches(matches)
  const { product_name: product } = loaderData?.sheet ?? {}
  return pageMeta(
    product ? i18n.t('Settlement sheet: {product}', { product }) : i18n.t(joinTexts.notFound),
    i18n.t('Where the money of a group buy is: collected, held, returned and released.'),
  )
}

export const ErrorBoundary = notFoundBoundary({
  title: joinTexts.notFound,
  lead: /*i18n*/ 'A group buy has a settlement sheet once its payments are counted.',
  back: /*i18n*/ 'See the active group buys',
  to: '/group-buys',
})
