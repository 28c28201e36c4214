import { Link, useSearchParams } from 'react-router'
import { pathWithParams } from '#web/list-page.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Leads from a row to the second look at hiding it, where the reason is given. `to`: the list's page of acts. */
export function HideTool({ to, id, name }: { to: string; id: string; name: string }) {
  const [params] = useSearchParams()
  return (
    <Link
      to={pathWithParams(to, { act: 'hide', row: id, list: params.toString() })}
      className={buttonClass({ tone: 'quiet', size: 'small' })}
    >
      Hide <span className="sr-only">{name}</span>
    </Link>
  )
}
