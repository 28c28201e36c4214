import { Form, useNavigation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { type ListedChange, ShopChange } from '../own-shop/shop-changes.tsx'

interface ChangeRequestsProps {
  changes: ListedChange[]
  /** The typed reason of a decision that was rejected. */
  note: string | undefined
}

/** Change requests of an approved shop: the open one with a form for the decision, and earlier ones. */
export function ChangeRequests({ changes, note }: ChangeRequestsProps) {
  const busy = useNavigation().state === 'submitting'
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="changes" className="mt-10 max-w-[720px]">
      <SectionHeading id="changes">Requested changes</SectionHeading>
      <ul className="grid gap-8">
        {changes.map((change) => (
          <li key={change.id}>
            <ShopChange change={change} />
            {change.status === 'open' && (
              <Form method="post" className="mt-4 grid gap-3">
                <input type="hidden" name="shop_change_id" value={change.id} />
                <TextArea
                  label="Reason"
                  name="note"
                  rows={2}
                  maxLength={500}
                  defaultValue={note}
                  hint="Required to refuse; the vendor will see it."
                />
                <div className="flex flex-wrap gap-3">
                  <Button name="decision" value="approve" tone="primary" busy={busy} busyLabel="Saving">
                    Approve change
                  </Button>
                  <Button name="decision" value="refuse" tone="danger" busy={busy} busyLabel="Saving">
                    Refuse change
                  </Button>
                </div>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
