import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { countUnits } from '#domain/products/units.ts'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { day, kobo } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { monthOutcomes } from './circle-texts.ts'
import type { CircleMonth, CircleSheet } from './queries.ts'

/** Sums of a circle, and its months. */
export function Sums({ sheet, months }: { sheet: CircleSheet; months: readonly CircleMonth[] }) {
  const { i18n } = useLingui()
  return (
    <>
      <section aria-labelledby="came">
        <SectionHeading id="came">{i18n.t('What came in')}</SectionHeading>
        <DataList
          facts={[
            { label: i18n.t('Paid in by members'), value: kobo(sheet.contributed_kobo) },
            { label: i18n.t('Came back from orders'), value: kobo(sheet.returned_kobo) },
            { label: i18n.t('In total'), value: kobo(sheet.contributed_kobo + sheet.returned_kobo), total: true },
          ]}
        />
      </section>
      <section aria-labelledby="went">
        <SectionHeading id="went">{i18n.t('Where it is now')}</SectionHeading>
        <DataList
          facts={[
            { label: i18n.t('Paid for members’ orders'), value: kobo(sheet.spent_kobo) },
            { label: i18n.t('Sent back to members'), value: kobo(sheet.paid_out_kobo) },
            ...(sheet.reversed_kobo > 0
              ? [{ label: i18n.t('Taken back by banks'), value: kobo(sheet.reversed_kobo) }]
              : []),
            { label: i18n.t('Held for members'), value: kobo(sheet.held_kobo) },
            {
              label: i18n.t('In total'),
              value: kobo(sheet.spent_kobo + sheet.paid_out_kobo + sheet.reversed_kobo + sheet.held_kobo),
              total: true,
            },
          ]}
        />
      </section>
      {months.map((month) => (
        <section key={month.month} aria-labelledby={`month-${month.month}`}>
          <SectionHeading id={`month-${month.month}`}>
            {i18n.t('Month {month}, due on {day}', { month: month.month, day: day(month.due_on) })}
          </SectionHeading>
          <DataList facts={monthFacts(i18n, month)} />
        </section>
      ))}
    </>
  )
}

function monthFacts(i18n: I18n, month: CircleMonth): Fact[] {
  const paid: Fact[] = [
    { label: i18n.t('Members who paid'), value: month.paid },
    { label: i18n.t('Paid by members'), value: kobo(month.paid_kobo) },
  ]
  if (month.outcome === null) return paid
  if (month.outcome !== 'bought')
    return paid.concat({ label: i18n.t('Bought'), value: i18n.t(monthOutcomes[month.outcome]) })
  return paid.concat(
    {
      label: i18n.t('Bought for each'),
      value: `${month.product_name}, ${countUnits(month.quantity ?? 0, month.unit ?? '')}`,
    },
    { label: i18n.t('Paid for these orders'), value: kobo(month.spent_kobo) },
    { label: i18n.t('Came back from them'), value: kobo(month.returned_kobo) },
  )
}
