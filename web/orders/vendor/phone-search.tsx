import { Form, Link, useNavigation } from 'react-router'
import type { Api } from '#api/api.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import type { SubmittedForm } from '#web/forms/form.ts'
import { Disclosure } from '#web/ui/browse/disclosure.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'

export interface PhoneSearchResult {
  /** As it was entered. */
  phone: string
  /** Null if the search was refused. */
  orders: { id: string; order_no: number; buyer_name: string }[] | null
  error: string
}

export async function searchByPhone(api: Api, form: SubmittedForm): Promise<PhoneSearchResult> {
  const phone = form.field('phone')
  const done = await api.command('find-orders-by-phone', { phone })
  if (done.ok) return { phone, orders: done.value.orders, error: '' }
  const { errors, message } = done.refusal
  return { phone, orders: null, error: formatInEnglish(errors?.phone ?? message) }
}

/** Finds the orders of somebody who calls. */
export function PhoneSearch({ result }: { result: PhoneSearchResult | undefined }) {
  const busy = useNavigation().formData?.has('phone') ?? false
  return (
    <div className="mb-5">
      <Disclosure title="Find the order of somebody who calls" open={result !== undefined}>
        <Form method="post" noValidate preventScrollReset className="grid max-w-[420px] gap-4">
          <TextField
            label="Their whole phone number"
            name="phone"
            type="tel"
            autoComplete="off"
            defaultValue={result?.phone ?? ''}
            maxLength={30}
            error={result?.error || undefined}
            hint="Only orders that are paid and not handed over. Each search is recorded."
          />
          <div>
            <Button tone="plain" busy={busy} busyLabel="Searching">
              Find
            </Button>
          </div>
        </Form>
        {result?.orders && (
          <div role="status" className="mt-4">
            {result.orders.length === 0 && <p>No open order of your shop has this number.</p>}
            <ul className="empty:hidden">
              {result.orders.map(({ id, order_no: number, buyer_name: name }) => (
                <li key={id}>
                  <Link to={`/vendor/orders/${id}`} className="inline-flex min-h-11 items-center text-link">
                    Order {number}, {name || 'no name'}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Disclosure>
    </div>
  )
}
