import { Form } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import type { Person } from './people-queries.ts'

/** Whether an account is verified, which raises its limit of unpaid orders; with a form for changing it. */
export function Verification({ person, verified }: { person: Person; verified: ReadonlySet<string> }) {
  const is = verified.has(person.id)
  const name = person.full_name || person.email || person.phone || 'this person'
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="user_id" value={person.id} />
      <input type="hidden" name="verified" value={String(!is)} />
      {is && <span>Yes</span>}
      <Button type="submit" tone="plain" className="whitespace-nowrap">
        {is ? 'Take back' : 'Verify'}
        <span className="sr-only">{is ? ` the verification of ${name}` : ` ${name}`}</span>
      </Button>
    </Form>
  )
}
