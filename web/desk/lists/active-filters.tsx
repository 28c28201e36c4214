import { useLocation, useSearchParams } from 'react-router'
import { Chip, ChipRow } from '#web/ui/browse/chip.tsx'
import { datedDay } from '#web/ui/format.ts'
import type { FilterField, FilterFields } from './list-query.ts'
import { withParams } from './list-view.ts'

/** The filters that are set, each removed with one press. */
export function ActiveFilters({ filters, query }: { filters: FilterFields; query: Readonly<Record<string, unknown>> }) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const set = Object.entries(filters).flatMap(([name, field]) => {
    const value = String(query[name] ?? '')
    return value === '' ? [] : [{ name, text: chipText(field, value) }]
  })
  if (set.length === 0) return null
  return (
    <div className="mb-4">
      <ChipRow label="Filters that are set">
        {set.map(({ name, text }) => (
          <Chip key={name} to={withParams(pathname, params, { [name]: '' })} chosen removes>
            {text}
          </Chip>
        ))}
        {set.length > 1 && (
          <Chip to={withParams(pathname, params, Object.fromEntries(set.map(({ name }) => [name, ''])))}>
            Clear all
          </Chip>
        )}
      </ChipRow>
    </div>
  )
}

function chipText({ label, options, isDay, isNaira }: FilterField, value: string): string {
  if (isDay) return `${label} ${datedDay(value)}`
  if (isNaira) return `${label} ${value}`
  const text = options?.find((option) => option.value === value)?.label
  return text === undefined ? `“${value}”` : `${label}: ${text}`
}
