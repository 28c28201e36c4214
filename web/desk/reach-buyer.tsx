import { Form, useNavigation } from 'react-router'
import type { Api } from '#api/api.ts'
import { shownPhone } from '#domain/forms/phone.ts'
import { formatInEnglish, type TranslatableText } from '#domain/texts/translatable-text.ts'
import { Button } from '#web/ui/button.tsx'

interface BuyerContact {
  phone: string | null
  email: string | null
}

/** The buyer's contact details, once requested. */
export interface BuyerContactResult {
  orderId: string
  contact: BuyerContact | null
  /** The error; empty on success. */
  text: TranslatableText
}

const INTENT = 'contact'

/** Handles the form "Show the phone number"; null for other forms. */
export async function lookUpBuyer(api: Api, form: FormData): Promise<BuyerContactResult | null> {
  if (form.get('intent') !== INTENT) return null
  const orderId = String(form.get('order_id') ?? '')
  const done = await api.command('look-up-buyer', { order_id: orderId })
  return { orderId, contact: done.ok ? done.value : null, text: done.ok ? '' : done.refusal.message }
}

interface ReachBuyerProps {
  orderId: string
  orderNo: number | string
  answer: BuyerContactResult | null | undefined
}

/** Shows the buyer's phone number on request. Each request is recorded in the audit log with the order. */
export function ReachBuyer({ orderId, orderNo, answer }: ReachBuyerProps) {
  const busy = useNavigation().formData?.get('order_id') === orderId
  if (answer?.orderId === orderId)
    return answer.contact ? <ContactLinks {...answer.contact} /> : <p>{formatInEnglish(answer.text)}</p>
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

export function ContactLinks({ phone, email }: BuyerContact) {
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
