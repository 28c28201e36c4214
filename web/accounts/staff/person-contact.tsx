import { Form, useNavigation } from 'react-router'
import { ContactLinks } from '#web/desk/reach-buyer.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import type { PersonHead } from './person-queries.ts'

interface PersonContactProps {
  person: PersonHead
  name: string
  contact: { phone: string | null; email: string | null } | null
}

/** Masked until a member of staff says why they need it; each look is in the audit log. */
export function PersonContact({ person, name, contact }: PersonContactProps) {
  const busy = useNavigation().formData?.get('intent') === 'contact'
  if (contact) return <ContactLinks {...contact} />
  return (
    <>
      <DataList
        facts={[
          { label: 'Phone', value: person.phone ?? 'none' },
          { label: 'E-mail', value: <span className="break-all">{person.email ?? 'none'}</span> },
        ]}
      />
      <Form method="post" preventScrollReset className="mt-3 grid gap-3">
        <input type="hidden" name="intent" value="contact" />
        <TextField
          name="reason"
          label="Why do you need it?"
          hint="Kept in the audit log with your name."
          required
          maxLength={200}
        />
        <Button type="submit" tone="plain" busy={busy} busyLabel="Looking up" className="justify-self-start">
          Show phone and e-mail <span className="sr-only">of {name}</span>
        </Button>
      </Form>
    </>
  )
}
