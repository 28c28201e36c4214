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
  // Closed months, the open one, and later ones that somebody has paid ahead.
  const started = Math.max(sheet.months_closed + 1, months.findLastIndex(({ paid }) => paid > 0) + 1)
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
      {months.slice(0, started).map((month) => (
        <section key={month.month} aria-labelledby={`month-${month.month}`}>
          <SectionHeading id={`month-${month.month}`}>
            {i18n.t('Month {month}, due on {day}', { month: month.month, day: day(month.due_on) })}
          </SectionHeading>
          <DataList facts={monthFacts(i18n, month)} />
        </section>
      ))}
      {started < months.length && (
        <section aria-labelledby="to-come">
          <SectionHeading id="to-come">{i18n.t('Months to come')}</SectionHeading>
          <DataList facts={months.slice(started).map((month) => monthToCome(i18n, month))} />
        </section>
      )}
    </>
  )
}

/** A month of which only the day is known, and whose turn it is. */
function monthToCome(i18n: I18n, { month, due_on, turn_name, is_own_turn }: CircleMonth): Fact {
  const name = is_own_turn ? i18n.t('{name} (you)', { name: turn_name }) : turn_name
  return {
    label: i18n.t('Month {month}', { month }),
    value: [day(due_on), name].filter(Boolean).join(', '),
  }
}

/** Whose turn it is. */
function turnFacts(i18n: I18n, { turn_member_id, turn_name, is_own_turn }: CircleMonth): Fact[] {
  if (!turn_member_id) return []
  return [
    {
      label: i18n.t('The turn of'),
      value: is_own_turn ? i18n.t('{name} (you)', { name: turn_name }) : turn_name,
    },
  ]
}

function monthFacts(i18n: I18n, month: CircleMonth): Fact[] {
  const paid = turnFacts(i18n, month).concat(
    { label: i18n.t('Members who paid'), value: month.paid },
    { label: i18n.t('Paid by members'), value: kobo(month.paid_kobo) },
  )
  if (month.outcome === 'void')
    return paid.concat(
      { label: i18n.t('The turn'), value: i18n.t(monthOutcomes.void) },
      { label: i18n.t('Went back to them'), value: kobo(month.pot_kobo) },
    )
  if (month.outcome === null) return paid
  if (month.turn_member_id) paid.push({ label: i18n.t('Became theirs'), value: kobo(month.pot_kobo) })
  if (month.outcome !== 'bought')
    return paid.concat({ label: i18n.t('Bought'), value: i18n.t(monthOutcomes[month.outcome]) })
  return paid.concat(
    {
      label: month.turn_member_id ? i18n.t('Bought') : i18n.t('Bought for each'),
      value: `${month.product_name}, ${countUnits(month.quantity ?? 0, month.unit ?? '')}`,
    },
    { label: i18n.t('Paid for these orders'), value: kobo(month.spent_kobo) },
    { label: i18n.t('Came back from them'), value: kobo(month.returned_kobo) },
  )
}
