import type { ReactNode } from 'react'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { FilterForm, FilterSearch } from '#web/ui/tables/filter-form.tsx'
import { DeskHeading, type DeskHeadingProps } from './desk-heading.tsx'
import type { FilterFields } from './list-query.ts'
import { PagedTable, type PagedTableProps } from './paged-table.tsx'

interface ListScreenProps<Row> extends DeskHeadingProps, PagedTableProps<Row> {
  filters?: FilterFields
  /** Between the heading and the filters: outcomes, tabs. */
  children?: ReactNode
}

/** The screen of a list: its heading, filters and table. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, lead, action, scope, children, filters = {}, ...table } = props
  const fields = Object.entries(filters)
  return (
    <>
      <DeskHeading title={title} lead={lead} action={action} scope={scope} />
      {children}
      {fields.length > 0 && (
        <FilterForm>
          {fields.map(([name, { label, options }]) => {
            const value = String(table.query?.[name] ?? '')
            return options ? (
              <SelectField key={name} name={name} label={label ?? ''} defaultValue={value} options={options} />
            ) : (
              <FilterSearch key={name} name={name} label={label} value={value} />
            )
          })}
        </FilterForm>
      )}
      <PagedTable {...table} />
    </>
  )
}
