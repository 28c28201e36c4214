import type { ReactNode } from 'react'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type Scope, scopeText } from './scope.ts'

export interface DeskHeadingProps {
  title: ReactNode
  lead?: ReactNode
  /** The main action, on the right. */
  action?: ReactNode
  /** The viewer’s states, where the rows depend on them; the lead is then a text. */
  scope?: Scope | undefined
}

/** A page's heading with the states whose rows it shows. */
export function DeskHeading({ title, lead, action, scope }: DeskHeadingProps) {
  const isEmpty = scope?.states?.length === 0
  return (
    <>
      <PageHeading lead={scope && !isEmpty ? `${lead} ${scopeText(scope)}.` : lead} action={action}>
        {title}
      </PageHeading>
      {isEmpty && <NoStates />}
    </>
  )
}

/** Explains to a manager without states why every list is empty. */
function NoStates() {
  return (
    <div className="mb-6">
      <EmptyState
        title="No states are assigned to you yet."
        action={
          <LinkButton to="/manager/messages/inbox" tone="plain">
            See the contact inbox
          </LinkButton>
        }
      >
        A coordinator will assign you the states whose shops you look after. Until then your lists are empty, but the
        contact inbox is already open to you.
      </EmptyState>
    </div>
  )
}
