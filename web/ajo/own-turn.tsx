import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { day, kobo } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { CircleMonth, CirclePerson } from './queries.ts'

interface OwnTurnProps {
  own: CirclePerson
  turn: CircleMonth
}

/** When the viewer's turn is, or what it has come to. */
export function OwnTurn({ own, turn }: OwnTurnProps) {
  const { i18n } = useLingui()
  return (
    <Notice tone={(own.ahead_kobo ?? 0) < 0 && own.status !== 'active' ? 'warning' : 'info'}>
      {turnText(i18n, { own, turn })}
    </Notice>
  )
}

function turnText(i18n: I18n, { own, turn }: OwnTurnProps): string {
  const place = { month: turn.month, day: day(turn.due_on) }
  const aheadKobo = own.ahead_kobo ?? 0
  if (own.status === 'active' && turn.closed_at === null)
    return i18n.t('Your turn: month {month}, due on {day}.', place)
  if (own.status === 'active') return i18n.t('You had your turn in month {month}. You pay until the last month.', place)
  if (aheadKobo < 0)
    return i18n.t(
      'You had your turn in month {month}, and owe {naira} to the members whose turns came or come after it.',
      { month: turn.month, naira: kobo(-aheadKobo) },
    )
  if (aheadKobo > 0)
    return i18n.t('{naira} that you put in comes back in month {month}, due on {day}, as far as its sums reach.', {
      naira: kobo(aheadKobo),
      month: turn.month,
      day: place.day,
    })
  return i18n.t('Your turn was month {month}.', place)
}
