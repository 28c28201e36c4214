import type { ReactNode } from 'react'
import { DeskHeading, type DeskHeadingProps } from './desk-heading.tsx'
import { Downloads } from './downloads.tsx'
import { ListFilters } from './list-filters.tsx'
import type { FilterFields } from './list-query.ts'
import { PagedTable, type PagedTableProps } from './paged-table.tsx'
import { ViewTabs } from './view-tabs.tsx'

interface ListScreenProps<Row> extends DeskHeadingProps, PagedTableProps<Row> {
  filters?: FilterFields
  /** Parameters of the address that stay when the filters change, such as the tab. */
  stays?: readonly string[]
  /** Between the heading and the filters: outcomes, tabs. */
  children?: ReactNode
  /** The Lagos day, for lists with a filter of days. */
  today?: string
  /** The list’s address with .csv and .xlsx has all of its rows. */
  downloads?: boolean
}

/** The screen of a list: its heading, filters and table. */
export function ListScreen<Row extends object>(props: ListScreenProps<Row>) {
  const { title, lead, action, scope, children, filters = {}, stays = [], today, downloads, ...table } = props
  return (
    <>
      <DeskHeading title={title} lead={lead} action={action} scope={scope} />
      {children}
      <ViewTabs />
      <ListFilters filters={filters} query={table.query ?? {}} today={today} stays={stays} />
      <PagedTable {...table} />
      {downloads && table.list.rows.length > 0 && <Downloads noun={table.noun?.many ?? 'rows'} />}
    </>
  )
}
