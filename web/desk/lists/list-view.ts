import { pathWithParams } from '#web/list-page.ts'

/** Names of the parameters that change how a list is shown, and not which rows. */
const HIDDEN = 'hide'
const DENSITY = 'rows'
const SORT = 'sort'
export const VIEW_PARAMS = [HIDDEN, DENSITY, SORT] as const

/** How a list is shown: part of its address, like its filters, so that it can be saved and shared. */
interface ListView {
  /** Ids of the columns that are not shown. */
  hidden: readonly string[]
  isCompact: boolean
  /** "orders" or, from the highest, "-orders"; empty for the list's own order. */
  sort: string
}

export function readListView(params: URLSearchParams): ListView {
  return {
    hidden: (params.get(HIDDEN) ?? '').split('.').filter((id) => /^[a-z0-9-]{1,40}$/.test(id)),
    isCompact: params.get(DENSITY) === 'compact',
    sort: params.get(SORT) ?? '',
  }
}

/** "Signed up" is `signed-up`. */
export const columnId = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Parameters of a page among the rows: another order or filter begins at the first page. */
const POSITION = ['page', 'older', 'newer']

/** The address with these parameters changed, at the first page; empty values are left out. */
export function withParams(path: string, params: URLSearchParams, changes: Readonly<Record<string, string>>): string {
  const values = Object.fromEntries([...params].filter(([name]) => !POSITION.includes(name)))
  return pathWithParams(path, { ...values, ...changes })
}

/** Sorted by a column, or the other way round if it is already. Figures begin with the highest. */
export function nextSort(current: string, column: { sort: string; numeric?: boolean }): string {
  const [first, second] = column.numeric ? [`-${column.sort}`, column.sort] : [column.sort, `-${column.sort}`]
  return current === first ? second : first
}

/** The address with other hidden columns, of those that the list has. */
export function withHidden(path: string, params: URLSearchParams, hidden: readonly string[]): string {
  const values = Object.fromEntries(params)
  return pathWithParams(path, { ...values, [HIDDEN]: hidden.join('.') })
}

export function withDensity(path: string, params: URLSearchParams, isCompact: boolean): string {
  return pathWithParams(path, { ...Object.fromEntries(params), [DENSITY]: isCompact ? 'compact' : '' })
}

/** Outcomes, and that the whole list is wanted. */
const PASSING = ['done', 'fault', 'all']

/** Everything of an address that a saved view keeps: not the page. */
export function viewOf(params: URLSearchParams): string {
  const kept = [...params].filter(([name, value]) => ![...POSITION, ...PASSING].includes(name) && value !== '')
  return new URLSearchParams(kept.sort(([a], [b]) => a.localeCompare(b))).toString()
}
