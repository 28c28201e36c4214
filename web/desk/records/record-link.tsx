import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { type RecordKind, recordPath } from './record-path.ts'

interface RecordLinkProps {
  kind: RecordKind
  id: string
  children: ReactNode
}

/** A link to a record in the viewer's own area, for the cells of lists and the facts of other records. */
export function RecordLink({ kind, id, children }: RecordLinkProps) {
  const { pathname } = useLocation()
  return (
    <Link to={recordPath(pathname, kind, id)} className="text-link">
      {children}
    </Link>
  )
}
