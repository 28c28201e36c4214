import { useEffect, useRef } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { parseRole, roleLabels } from '#domain/accounts/roles.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Person } from './people-queries.ts'

interface ConsequencesProps {
  userId: string
  role: string
  leaves: string
  who: Person | undefined
  actKey: string
  /** The page's own address. */
  action: string
}

/** The consequences of a role change, with a form for confirming it. */
export function Consequences({ userId, role, leaves, who, actKey, action }: ConsequencesProps) {
  const busy = useNavigation().formMethod === 'POST'
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
  }, [])
  const name = who?.full_name || who?.email || 'This person'
  return (
    <div ref={box} className="mt-6 max-w-[760px]">
      <Notice tone="warning" title={`${name} becomes ${roleLabels[parseRole(role)]}. This is what it leaves behind:`}>
        <p>{leaves}</p>
        <Form method="post" action={action} replace className="mt-4 flex flex-wrap items-center gap-3">
          <input type="hidden" name="act_key" value={actKey} />
          <input type="hidden" name="user_id" value={userId} />
          <input type="hidden" name="role" value={role} />
          <input type="hidden" name="accept_consequences" value="yes" />
          <Button type="submit" busy={busy} busyLabel="Saving">
            Change the role
          </Button>
          <Link to={action} className="text-link">
            Keep the current role
          </Link>
        </Form>
      </Notice>
    </div>
  )
}
