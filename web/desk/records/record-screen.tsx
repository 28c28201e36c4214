import { type ReactNode, use } from 'react'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Breadcrumb, TrailIsShown } from './breadcrumb.tsx'

interface RecordScreenProps {
  /** The list that the record belongs to; shown where the layout knows no pages above this one. */
  list: { label: string; to: string }
  title: ReactNode
  /** One sentence: what it is and whose. */
  lead?: ReactNode
  /** The record's state as a badge. */
  status?: ReactNode
  /** Outcomes of acts, and what has to be done now with its act beside it. */
  notices?: ReactNode
  /** Acts, the likeliest one first; consequences are confirmed by each of them. */
  acts?: ReactNode
  /** Sections: what it is, its money, its goods, its history. */
  children: ReactNode
  /** Sections about people: contacts, messages, notes. Beside the others on a wide screen. */
  aside?: ReactNode
}

/** The one layout of a record of the back office: an order, a person, a shop, a group buy, a payment, a claim, a place. */
export function RecordScreen({ list, title, lead, status, notices, acts, children, aside }: RecordScreenProps) {
  const isTrailShown = use(TrailIsShown)
  return (
    <>
      {!isTrailShown && <Breadcrumb trail={[list]} />}
      <PageHeading lead={lead} action={status}>
        {title}
      </PageHeading>
      {notices}
      {acts && <div className="mb-6 flex flex-wrap items-center gap-3">{acts}</div>}
      <div className={aside ? 'grid gap-8 xl:grid-cols-[minmax(0,1fr)_320px]' : undefined}>
        <div className="grid min-w-0 content-start gap-8">{children}</div>
        {aside && <div className="grid min-w-0 content-start gap-8">{aside}</div>}
      </div>
    </>
  )
}

interface RecordSectionProps {
  id: string
  title: string
  /** A link to all of its rows, or a filter. */
  action?: ReactNode
  children: ReactNode
}

/** A section of a record. */
export function RecordSection({ id, title, action, children }: RecordSectionProps) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <SectionHeading id={id} action={action}>
        {title}
      </SectionHeading>
      {children}
    </section>
  )
}
