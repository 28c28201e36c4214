import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type Scope, scopeText } from './scope.ts'

/** A page's lead with the states whose rows it shows. */
export function leadWithScope(sentence: string, scope: Scope): string {
  return scope.states?.length === 0 ? sentence : `${sentence} ${scopeText(scope)}.`
}

/** Explains to a manager without states why every list is empty. */
export function NoStates({ scope }: { scope: Scope }) {
  if (scope.states === null || scope.states.length > 0) return null
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
