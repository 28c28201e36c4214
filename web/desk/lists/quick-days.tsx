import { useLocation, useSearchParams } from 'react-router'
import { addDays } from '#domain/time/calendar.ts'
import { Chip, ChipRow } from '#web/ui/browse/chip.tsx'
import { withParams } from './list-view.ts'

/** The usual ranges of days, for lists with the filters `from` and `until`. `today`: the Lagos day. */
export function QuickDays({ today }: { today: string }) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const ranges = [
    { label: 'Today', from: today },
    { label: '7 days', from: addDays(today, -6) },
    { label: '30 days', from: addDays(today, -29) },
    { label: 'This month', from: `${today.slice(0, 8)}01` },
  ]
  return (
    <div className="mb-4">
      <ChipRow label="Days">
        {ranges.map(({ label, from }) => {
          const isChosen = params.get('from') === from && (params.get('until') ?? today) === today
          return (
            <Chip key={label} to={withParams(pathname, params, { from, until: today })} chosen={isChosen}>
              {label}
            </Chip>
          )
        })}
      </ChipRow>
    </div>
  )
}
