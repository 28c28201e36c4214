import Settings2 from 'lucide-react/icons/settings-2'
import { useId } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { columnId, readListView, withDensity, withHidden } from './list-view.ts'

/** Which columns a list shows, and how dense it is: links, so that it works without scripts. */
export function ViewMenu<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  const id = useId()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const { hidden, isCompact } = readListView(params)
  const choices = columns.filter(({ heading, hideHeader }) => !heading && !hideHeader)
  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClass({ tone: 'plain', size: 'small' })}>
        <Settings2 aria-hidden size={18} /> View
      </button>
      <div id={id} popover="auto" className="menu">
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
