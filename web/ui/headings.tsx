import type { ReactNode } from 'react'

interface PageHeadingProps {
  children: ReactNode
  /** One sentence under it. */
  lead?: ReactNode
  /** The page's main action, on the right. */
  action?: ReactNode
}

/** The page's only h1, with a painted underline. */
export function PageHeading({ children, lead, action }: PageHeadingProps) {
  return (
    <header className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 md:mb-6">
      <div className="max-w-measure min-w-0">
        <h1 className="painted text-28 md:text-36">{children}</h1>
        {lead && <p className="mt-2 text-soft md:text-18">{lead}</p>}
      </div>
      {action}
    </header>
  )
}

interface SectionHeadingProps {
  children: ReactNode
  id?: string
  /** A link or filter on the right. */
  action?: ReactNode
}

/** The h2 of a part of the page. */
export function SectionHeading({ children, id, action }: SectionHeadingProps) {
  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <h2 id={id} className="text-22 md:text-28">
        {children}
      </h2>
      {action}
    </div>
  )
}
