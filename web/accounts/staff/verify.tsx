import { Form } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import type { PersonHead } from './person-queries.ts'

interface VerifyProps {
  person: PersonHead
  name: string
  sendKey: string
}

/** Verification raises the limit of unpaid orders. */
export function Verify({ person, name, sendKey }: VerifyProps) {
  const { id, is_verified: isVerified } = person
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="key" value={sendKey} />
      <input type="hidden" name="user_id" value={id} />
      <input type="hidden" name="verified" value={String(!isVerified)} />
      <Button type="submit" tone="plain">
        {isVerified ? 'Take back the verification' : 'Verify'} <span className="sr-only">of {name}</span>
      </Button>
    </Form>
  )
}
