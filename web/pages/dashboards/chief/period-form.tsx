import { type Period, periodLabels, readPeriod } from '#domain/figures/period.ts'
import { NIGERIAN_STATES } from '#domain/geography/nigerian-states.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { choiceParam, pathWithParams, textParam } from '#web/list-page.ts'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { FilterForm } from '#web/ui/tables/filter-form.tsx'

const PERIODS = Object.entries(periodLabels).map(([value, label]) => ({ value, label }))
const STATES = [{ value: '', label: 'All states' }, ...NIGERIAN_STATES.map((state) => ({ value: state, label: state }))]

export interface OverviewAddress {
  period: Period
  state: string
  today: string
}

/** The period and the state in the address. */
export function readOverviewAddress(params: URLSearchParams, now: Date): OverviewAddress {
  const today = lagosDate(now)
  const requested = { name: textParam(params, 'period'), from: textParam(params, 'from'), to: textParam(params, 'to') }
  return { today, period: readPeriod(requested, today), state: choiceParam(params, 'state', NIGERIAN_STATES) }
}

/** The parameters that keep this period: fixed days, so that a link means the same tomorrow. */
export const fixedDays = ({ period, state }: Pick<OverviewAddress, 'period' | 'state'>) => ({
  period: 'dates',
  from: period.since,
  to: period.until,
  state,
})

export const figurePath = (figure: string, address: Pick<OverviewAddress, 'period' | 'state'>): string =>
  pathWithParams(`/chief/overview/${figure}`, fixedDays(address))

/** Chooses the period and the state; the dates count with "From and to". */
export function PeriodForm({ period, state, today }: OverviewAddress) {
  return (
    <FilterForm key={`${period.name} ${period.since} ${period.until} ${state}`}>
      <SelectField label="Period" name="period" options={PERIODS} defaultValue={period.name} />
      <SelectField label="State" name="state" options={STATES} defaultValue={state} />
      <TextField label="From" type="date" name="from" min="2020-01-01" max={today} defaultValue={period.since} />
      <TextField label="To" type="date" name="to" min="2020-01-01" max={today} defaultValue={period.until} />
    </FilterForm>
  )
}
