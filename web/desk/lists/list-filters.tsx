import { useSearchParams } from 'react-router'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { FilterForm, FilterSearch } from '#web/ui/tables/filter-form.tsx'
import { ActiveFilters } from './active-filters.tsx'
import type { FilterField, FilterFields } from './list-query.ts'
import { VIEW_PARAMS } from './list-view.ts'
import { QuickDays } from './quick-days.tsx'

interface DeskFiltersProps {
  filters: FilterFields
  query: Readonly<Record<string, unknown>>
  /** The Lagos day, for lists with a filter of days. */
  today?: string | undefined
  /** Parameters of the address that stay, such as the tab. */
  stays?: readonly string[]
}

/** The form with a list's filters, the usual ranges of days, and the filters that are set. */
export function ListFilters({ filters, query, today, stays = [] }: DeskFiltersProps) {
  const fields = Object.entries(filters)
  if (fields.length === 0) return null
  return (
    <>
      <FilterForm>
        {fields.map(([name, field]) => (
          <Filter key={name} name={name} field={field} value={String(query[name] ?? '')} />
        ))}
        <StayingParams names={[...stays, ...VIEW_PARAMS]} />
      </FilterForm>
      {filters.from?.isDay && today && <QuickDays today={today} />}
      <ActiveFilters filters={filters} query={query} />
    </>
  )
}

function Filter({ name, field, value }: { name: string; field: FilterField; value: string }) {
  const { label = '', options, isDay, isNaira } = field
  if (isDay) {
    return <TextField name={name} label={label} type="date" defaultValue={value} className="min-w-0 *:min-w-0" />
  }
  if (isNaira) {
    return (
      <TextField
        name={name}
        label={label}
        inputMode="decimal"
        prefix="₦"
        maxLength={20}
        defaultValue={value}
        className="min-w-0 sm:w-32"
      />
    )
  }
  if (options) return <SelectField name={name} label={label} defaultValue={value} options={options} />
  return <FilterSearch name={name} label={field.label} value={value} />
}

/** The order, columns and density stay when the filters change. */
export function StayingParams({ names }: { names: readonly string[] }) {
  const [params] = useSearchParams()
  return names.map((name) => {
    const value = params.get(name)
    return value && <input key={name} type="hidden" name={name} value={value} />
  })
}
