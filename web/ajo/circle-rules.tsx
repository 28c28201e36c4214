import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { GRACE_DAYS } from '#domain/ajo/circle.ts'
import { Disclosure } from '#web/ui/browse/disclosure.tsx'
import { kobo } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { CircleRules } from './queries.ts'

interface RulesProps {
  circle: CircleRules
  /** Closed at first, where people have read them before. */
  isFolded?: boolean
}

/** The whole rules of a circle, on one page, before anybody joins. In turns the risk stands before them. */
export function Rules({ circle, isFolded = false }: RulesProps) {
  const { i18n } = useLingui()
  const rules = circle.kind === 'turns' ? turnRules(i18n, circle) : basketRules(i18n, circle)
  const risk = circle.kind === 'turns' && (
    <Notice tone="warning" title={i18n.t('The risk')}>
      {i18n.t(
        'If a member stops paying after their turn, every later turn is one sum smaller, and more if others drop out too. We do not make it up, and no other member has to. Join only with people you trust.',
      )}
    </Notice>
  )
  const list = (
    <ol className="grid list-decimal gap-2 pl-6">
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ol>
  )
  if (isFolded)
    return (
      <Disclosure title={i18n.t('The rules')}>
        {risk}
        {list}
      </Disclosure>
    )
  return (
    <section aria-labelledby="rules">
      <SectionHeading id="rules">{i18n.t('The rules')}</SectionHeading>
      <div className="grid gap-4">
        {risk}
        {list}
      </div>
    </section>
  )
}

function basketRules(i18n: I18n, circle: CircleRules): string[] {
  return [
    sumRule(i18n, circle),
    i18n.t('We hold your money. It stays yours until it pays for your own order. No other member can touch it.'),
    voteRule(i18n),
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
    endRule(i18n),
    stopRule(i18n),
    starterRule(i18n),
  ]
}

function turnRules(i18n: I18n, circle: CircleRules): string[] {
  return [
    sumRule(i18n, circle),
    i18n.t(
      'We hold the money. Each month the sums of all members, {naira} if all of them pay, become one member’s: it is their turn. Everybody has one turn.',
      { naira: kobo(circle.monthly_kobo * circle.seats) },
    ),
    i18n.t('We draw the order of turns at random when the circle starts. Nobody can choose or change it.'),
    voteRule(i18n),
    i18n.t(
      'Then we order for the member whose turn it is, as much as the money pays for. It is their own order: they choose where they receive it. If nothing can be bought, we try again for them each month.',
    ),
    i18n.t(
      'What is left of your turn, or comes back if the price falls, stays yours and is sent to you after the last month.',
    ),
    i18n.t(
      'Before your turn you can leave. Your turn is then void. What you paid for the open month goes back at once. What you put in before comes back in the month of your turn, as far as the sums of that month reach. Members whose turn is a sum short because of you keep their own sum of that month.',
    ),
    i18n.t(
      'If you have not paid {days} days after the due day and your turn is still to come, you are out in the same way, and you can join no other circle until this one has ended.',
      { days: GRACE_DAYS },
    ),
    i18n.t(
      'After your turn you cannot leave: you owe the months to come. A month that you do not pay is taken from what is left of your turn. If that is too little, you are out: you have no vote, you can join no other circle until this one has ended, and what comes back from your order goes first to the members whose turns you left short.',
    ),
    endRule(i18n),
    stopRule(i18n),
    starterRule(i18n),
  ]
}

const sumRule = (i18n: I18n, { monthly_kobo, seats, months, due_day }: CircleRules): string =>
  i18n.t('Each of {seats} members pays {naira} a month for {months} months, in naira, on day {day} of each month.', {
    seats,
    naira: kobo(monthly_kobo),
    months,
    day: due_day,
  })

const voteRule = (i18n: I18n): string =>
  i18n.t(
    'Until {days} days after the due day, members pay and vote for a group buy. The most votes win; if two have the same, the lower price, then the one that closes first.',
    { days: GRACE_DAYS },
  )

const endRule = (i18n: I18n): string =>
  i18n.t('After the last month, all that is left goes back to where you paid from.')

const stopRule = (i18n: I18n): string =>
  i18n.t(
    'We may end a circle that must not go on, such as on the order of a court. What is left then goes back in the same way.',
  )

const starterRule = (i18n: I18n): string =>
  i18n.t(
    'The person who set up the circle starts it once all seats are taken, and has no other right. These rules never change.',
  )
