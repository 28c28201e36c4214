import Settings2 from 'lucide-react/icons/settings-2'
import { useId } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { columnId, nextSort, readListView, withDensity, withHidden, withParams } from './list-view.ts'

interface ViewMenuProps<Row> {
  columns: readonly Column<Row>[]
  /** The list's own order, as in the address. */
  sort?: string | undefined
}

/** The order of a list, its columns and its density: links, so that it works without scripts. Phones show no headings. */
export function ViewMenu<Row>({ columns, sort = '' }: ViewMenuProps<Row>) {
  const id = useId()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const { hidden, isCompact, sort: chosen } = readListView(params)
  const current = chosen || sort
  const sortable = columns.flatMap((column) => (column.sort ? [{ ...column, sort: column.sort }] : []))
  const choices = columns.filter(({ heading, hideHeader }) => !heading && !hideHeader)
  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClass({ tone: 'plain', size: 'small' })}>
        <Settings2 aria-hidden size={18} /> View
      </button>
      <div id={id} popover="auto" className="menu">
        {sortable.length > 0 && (
          <div className="mb-2 border-b border-grain pb-2 sm:hidden">
            <p className="px-3 pt-1 text-14 text-soft">Sort by</p>
            <ul>
              {sortable.map(({ header, sort: name, numeric = false }) => (
                <li key={header}>
                  <Link
                    to={withParams(pathname, params, { sort: nextSort(current, { sort: name, numeric }) })}
                    preventScrollReset
                    aria-current={current.replace(/^-/, '') === name ? 'true' : undefined}
                    className="menu-link"
                  >
                    <span aria-hidden className="inline-block w-6">
                      {current === name ? '↑' : current === `-${name}` ? '↓' : ''}
                    </span>
                    {header}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className="px-3 pt-1 text-14 text-soft">Columns</p>
        <ul>
          {choices.map(({ header }) => {
            const column = columnId(header)
            const isHidden = hidden.includes(column)
            const next = isHidden ? hidden.filter((other) => other !== column) : [...hidden, column]
            return (
              <li key={column}>
                <Link to={withHidden(pathname, params, next)} preventScrollReset className="menu-link">
                  <span aria-hidden className="inline-block w-6">
                    {isHidden ? '' : '✓'}
                  </span>
                  <span className="sr-only">{isHidden ? 'Show' : 'Hide'} </span>
                  {header}
                </Link>
              </li>
            )
          })}
        </ul>
        <p className="border-t border-grain px-3 pt-2 text-14 text-soft">Rows</p>
        <Link to={withDensity(pathname, params, !isCompact)} preventScrollReset className="menu-link">
          <span aria-hidden className="inline-block w-6" />
          {isCompact ? 'Comfortable rows' : 'Compact rows'}
        </Link>
      </div>
    </>
  )
}
