import { Form, useNavigation } from 'react-router'
import { CONFLICT_SETTLEMENTS, conflictTexts, settlementTexts } from '#domain/hand-overs/offline-act.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { moment } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { ConflictToSettle } from './queries.ts'

interface ConflictsProps {
  conflicts: readonly ConflictToSettle[]
  formKey: string
}

/** Hand-overs without a network that did not count, for the staff of the place to settle. */
export function Conflicts({ conflicts, formKey }: ConflictsProps) {
  if (conflicts.length === 0) return null
  return (
    <section aria-labelledby="conflicts" className="mb-8">
      <SectionHeading id="conflicts">Did not count</SectionHeading>
      <p className="mb-3 max-w-measure text-soft">
        Written down without a network. The buyers know, and no money comes for these goods until they are handed over
        with a code or without one as usual.
      </p>
      <ul className="grid gap-4">
        {conflicts.map((conflict) => (
          <li key={conflict.id} className="rounded-card border border-grain bg-card p-4">
            <Conflict conflict={conflict} formKey={formKey} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Conflict({ conflict, formKey }: { conflict: ConflictToSettle; formKey: string }) {
  const busy = useNavigation().formData?.get('hand_over_id') === conflict.id
  const { id, order_no: orderNo } = conflict
  return (
    <>
      <h3 className="text-18">
        {conflict.buyer_name}, order {orderNo}
      </h3>
      <p className="font-semibold text-pepper">{conflictTexts[conflict.conflict]}</p>
      <p className="text-14 text-soft">
        Written down by {conflict.person_name || 'a former user'} at {conflict.place_name}, {moment(conflict.acted_at)};{' '}
        {conflict.is_scanned ? 'code scanned' : 'code typed'}; sent {moment(conflict.received_at)}.
      </p>
      <details className="mt-1">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-adire underline underline-offset-4">
          How was it settled?<span className="sr-only"> Order {orderNo}</span>
        </summary>
        <Form method="post" className="mt-1 grid gap-4">
          <input type="hidden" name="key" value={`${formKey}-${id}`} />
          <input type="hidden" name="hand_over_id" value={id} />
          <fieldset>
            <legend className="sr-only">What happened to order {orderNo}</legend>
            {CONFLICT_SETTLEMENTS.map((settlement) => (
              <label key={settlement} className="flex min-h-11 items-center gap-3">
                <input type="radio" name="settlement" value={settlement} required className="size-5 shrink-0" />{' '}
                {settlementTexts[settlement]}
              </label>
            ))}
          </fieldset>
          <TextField label="Note" name="note" maxLength={300} required={false} />
          <div>
            <Button name="intent" value="settle" tone="plain" busy={busy} busyLabel="Saving">
              Settle
            </Button>
          </div>
        </Form>
      </details>
    </>
  )
}
