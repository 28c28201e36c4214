import { Form, useNavigation } from 'react-router'
import type { Api } from '#api/api.ts'
import { shownPhone } from '#domain/phone.ts'
import { Button } from '#web/ui/button.tsx'

interface Contact {
  phone: string | null
  email: string | null
}

/** How the buyer of an order is reached, once it was asked for. */
export interface ContactAnswer {
  orderId: string
  contact: Contact | null
  /** Why not. */
  text: string
}

const INTENT = 'contact'

/** The answer to a press on "Show the phone number"; null for other forms. */
export async function lookUpBuyer(api: Api, form: FormData): Promise<ContactAnswer | null> {
  if (form.get('intent') !== INTENT) return null
  const orderId = String(form.get('order_id') ?? '')
  const done = await api.command('look-up-buyer', { order_id: orderId })
  return { orderId, contact: done.ok ? done.value : null, text: done.ok ? '' : done.refusal.message }
}

interface Props {
  orderId: string
  orderNo: number | string
  answer: ContactAnswer | null | undefined
}

/** The buyer's number on a press, beside what says "call the buyer": who looked, and at which order, stays in the audit log. */
export function ReachBuyer({ orderId, orderNo, answer }: Props) {
  const busy = useNavigation().formData?.get('order_id') === orderId
  if (answer?.orderId === orderId) return answer.contact ? <ContactLinks {...answer.contact} /> : <p>{answer.text}</p>
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={INTENT} />
      <input type="hidden" name="order_id" value={orderId} />
      <Button tone="plain" size="small" busy={busy} busyLabel="Looking up">
        Show the phone number <span className="sr-only">of the buyer of order {orderNo}</span>
      </Button>
    </Form>
  )
}

export function ContactLinks({ phone, email }: Contact) {
  return (
    <p role="status" className="flex flex-wrap gap-x-5">
      {phone ? (
        <a href={`tel:${phone}`} className="inline-flex min-h-11 items-center text-link">
          Call {shownPhone(phone)}
        </a>
      ) : (
        <span className="inline-flex min-h-11 items-center">No phone number is known.</span>
      )}
      {email && (
        <a href={`mailto:${email}`} className="inline-flex min-h-11 items-center text-link wrap-anywhere">
          Write to {email}
        </a>
      )}
    </p>
  )
}
