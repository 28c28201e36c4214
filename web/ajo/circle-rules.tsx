import { useLingui } from '@lingui/react'
import { GRACE_DAYS } from '#domain/ajo/circle.ts'
import { kobo } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { CircleRules } from './queries.ts'

/** The whole rules of a circle, on one page, before anybody joins. */
export function Rules({ circle }: { circle: CircleRules }) {
  const { i18n } = useLingui()
  const { monthly_kobo, seats, months, due_day } = circle
  const rules = [
    i18n.t('Each of {seats} members pays {naira} a month for {months} months, in naira, on day {day} of each month.', {
      seats,
      naira: kobo(monthly_kobo),
      months,
      day: due_day,
    }),
    i18n.t('We hold your money. It stays yours until it pays for your own order. No other member can touch it.'),
    i18n.t(
      'Until {days} days after the due day, members pay and vote for a group buy. The most votes win; if two have the same, the lower price, then the one that closes first.',
      { days: GRACE_DAYS },
    ),
    i18n.t(
      'Then the circle buys. Every member gets the same quantity, as much as everybody can pay for. It is your own order: you choose where you receive it.',
    ),
    i18n.t('What is left stays yours for the next month. If the price falls, the difference goes back to it.'),
    i18n.t(
      'You can leave in any month. All that you have not spent goes back to where you paid from, in 3 to 5 business days. What is bought for you stays yours.',
    ),
    i18n.t(
      'If you have not paid {days} days after the due day, you are out. All that you have not spent goes back to you in the same way, and you can join no other circle until this one has ended.',
      { days: GRACE_DAYS },
    ),
    i18n.t('After the last month, all that is left goes back to where you paid from.'),
    i18n.t(
      'The person who set up the circle starts it once all seats are taken, and has no other right. These rules never change.',
    ),
  ]
  return (
    <section aria-labelledby="rules">
      <SectionHeading id="rules">{i18n.t('The rules')}</SectionHeading>
      <ol className="grid list-decimal gap-2 pl-6">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
    </section>
  )
}
