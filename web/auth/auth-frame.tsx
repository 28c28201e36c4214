import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { PageHeading } from '#web/ui/headings.tsx'

/** The layout of auth forms: a card; on wide screens next to a picture. */
export function AuthFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-center gap-10 lg:grid-cols-2 lg:gap-16">
      <div className="w-full max-w-120">
        <PageHeading lead={lead}>{title}</PageHeading>
        <Card>{children}</Card>
      </div>
      <img src="/hero/stall.svg" alt="" width={520} height={390} className="hidden w-full max-w-130 lg:block" />
    </div>
  )
}
