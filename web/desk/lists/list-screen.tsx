import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { FilterForm, FilterSearch } from '#web/ui/tables/filter-form.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { DeskHeading, type DeskHeadingProps } from './desk-heading.tsx'
import { Downloads } from './downloads.tsx'
import type { FilterFields } from './list-query.ts'
import { VIEW_PARAMS } from './list-view.ts'
import { PagedTable, type PagedTableProps } from './paged-table.tsx'
import { QuickDays } from './quick-days.tsx'
import { ViewTabs } from './view-tabs.tsx'

interface ListScreenProps<Row> extends DeskHeadingProps, PagedTableProps<Row> {
  filters?: FilterFields
  /** Between the heading and the filters: outcomes, tabs. */
  children?: ReactNode
  /** The Lagos day, for lists with a filter of days. */
  today?: string
  /** The list’s address with .csv and .xlsx has all of its rows. */
  downloads?: boolean
}

/** The order, columns and density stay when the filters change. */
export function ViewFields() {
  const [params] = useSearchParams()
  return VIEW_PARAMS.map((name) => {
    const value = params.get(name)
    return value && <input key={name} type="hidden" name={name} value={value} />
  })
}

/** The screen of a list: its heading, filters and table. */
export function ListScreen<Row extends object>(props: ListScreenProps<Row>) {
  const { title, lead, action, scope, children, filters = {}, today, downloads, ...table } = props
  const fields = Object.entries(filters)
  return (
    <>
      <DeskHeading title={title} lead={lead} action={action} scope={scope} />
      {children}
      <ViewTabs />
      {fields.length > 0 && (
        <FilterForm>
          {fields.map(([name, { label, options, isDay }]) => {
            const value = String(table.query?.[name] ?? '')
            if (isDay) {
              return (
                <TextField
                  key={name}
                  name={name}
                  label={label ?? ''}
                  type="date"
                  required
                  defaultValue={value}
                  className="min-w-0"
                />
              )
            }
            return options ? (
              <SelectField key={name} name={name} label={label ?? ''} defaultValue={value} options={options} />
            ) : (
              <FilterSearch key={name} name={name} label={label} value={value} />
            )
          })}
          <ViewFields />
        </FilterForm>
      )}
      {filters.from?.isDay && today && <QuickDays today={today} />}
      <ActiveFilters filters={filters} query={table.query ?? {}} />
      <PagedTable {...table} />
      {downloads && table.list.rows.length > 0 && <Downloads noun={table.noun?.many ?? 'rows'} />}
    </>
  )
}
