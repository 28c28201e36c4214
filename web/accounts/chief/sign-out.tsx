import { buttonClass } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import type { Person } from './people-queries.ts'

/** A form for ending all sessions of a user whose phone or account was stolen. */
export function SignOut({ person }: { person: Pick<Person, 'id' | 'full_name' | 'email' | 'phone'> }) {
  const name = person.full_name || person.email || person.phone || 'this person'
  return (
    <ConfirmForm
      question={`Sign ${name} out everywhere?`}
      detail="All their devices are signed out within seconds. Their password stays: if another person knows it, ask them to choose a new one with “Forgot password?”. Their orders and their role stay too."
      confirmLabel="Sign out everywhere"
      cancelLabel="Leave them signed in"
      fields={{ intent: 'sign-out', user_id: person.id }}
      className={`${buttonClass({ tone: 'plain' })} whitespace-nowrap`}
      label={`Sign ${name} out everywhere`}
    >
      Sign out
    </ConfirmForm>
  )
}
