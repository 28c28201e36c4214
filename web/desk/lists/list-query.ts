import { choiceParam, pageParam, textParam } from '#web/list-page.ts'
import type { Option } from '#web/ui/controls/select-field.tsx'

/** A list's filters by their parameter in the address. */
export type FilterFields = Readonly<Record<string, FilterField>>

interface FilterField {
  /** "Search by name" by default. */
  label?: string
  /** The values to choose from; a filter without them is a search. */
  options?: readonly Option[]
}

type FilterValues<Fields extends FilterFields> = {
  -readonly [Name in keyof Fields]: Fields[Name] extends { options: readonly { value: infer Value }[] }
    ? Value | ''
    : string
}

/** The filters and the page in the address. Unknown values count as empty, which means no filter. */
export function readListQuery<Fields extends FilterFields>(
  params: URLSearchParams,
  fields: Fields,
): FilterValues<Fields> & { page: number } {
  const values = Object.entries(fields).map(([name, { options }]) => [
    name,
    options ? choiceParam(params, name, valuesOf(options)) : textParam(params, name),
  ])
  return { ...Object.fromEntries(values), page: pageParam(params) }
}

const valuesOf = (options: readonly Option[]): string[] => options.map(({ value }) => value)

/** A choice among labelled values, or all rows. */
export function choice<Value extends string>(label: string, all: string, labels: Readonly<Record<Value, string>>) {
  const options = Object.entries<string>(labels).map(([value, text]) => ({ value: value as Value, label: text }))
  return { label, options: [{ value: '' as const, label: all }, ...options] }
}
