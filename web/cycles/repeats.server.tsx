import { useLingui } from '@lingui/react'
import { STANDING_ORDERS_PATH } from '#domain/texts/paths.ts'
import { day } from '#web/ui/format.ts'
import type { RepeatingBuy } from './queries.ts'

/** On a buy's page: that it is repeated, and the way to a standing order. Without scripts. */
export function Repeats({ cycle }: { cycle: RepeatingBuy }) {
  const { i18n } = useLingui()
  const next = { day: day(cycle.next_share_date) }
  const text =
    cycle.period === 'week'
      ? i18n.t('The shop repeats this every week. The next round is shared on {day}.', next)
      : i18n.t('The shop repeats this every month. The next round is shared on {day}.', next)
  return (
    <p>
      {cycle.status === 'running' ? text : i18n.t('The shop repeats this, and has paused it now.')}{' '}
      <a href={`${STANDING_ORDERS_PATH}/${cycle.id}`} className="inline-flex min-h-11 items-center text-link">
        {i18n.t('Order the same each time')}
      </a>
    </p>
  )
}
