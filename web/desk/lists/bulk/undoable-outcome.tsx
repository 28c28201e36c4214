import { useFetcher } from 'react-router'
import type { FormResult } from '#web/forms/form.ts'
import { OutcomeNotice, type UndoOffer } from '#web/forms/outcome.tsx'
import { Button } from '#web/ui/button.tsx'
import type { BulkResult } from './read-bulk.ts'

interface UndoableOutcomeProps {
  outcome: Parameters<typeof OutcomeNotice>[0]['outcome']
  namesFault?: boolean
}

/** The outcome of an act with a button that takes it back. Without scripts it leads to the page of the list's acts. */
export const UndoableOutcome = (props: UndoableOutcomeProps) => (
  // Each act has its own undo.
  <Undoable key={props.outcome?.undo?.key ?? ''} {...props} />
)

function Undoable({ outcome, namesFault = false }: UndoableOutcomeProps) {
  const { Form, data, state } = useFetcher<BulkResult | FormResult>()
  if (data && 'rows' in data) return <OutcomeNotice outcome={undoneOutcome(data)} />
  return (
    <>
      {/* No answer of the server. */}
      {data && <OutcomeNotice outcome={data} />}
      <OutcomeNotice outcome={outcome} namesFault={namesFault}>
        {outcome?.undo && (
          <Form method="post" action={outcome.undo.to} className="mt-2">
            <UndoFields offer={outcome.undo} />
            <Button tone="plain" size="small" name="intent" value="undo" busy={state !== 'idle'} busyLabel="Undoing">
              Undo
            </Button>
          </Form>
        )}
      </OutcomeNotice>
    </>
  )
}

/** The rows that an act changed, for the form that takes it back. */
export function UndoFields({ offer: { key, rows } }: { offer: Pick<UndoOffer, 'key' | 'rows'> }) {
  return (
    <>
      <input type="hidden" name="key" value={key} />
      {rows.map(({ id, undo }) => (
        <input key={id} type="hidden" name="row" value={`${id} ${undo}`} />
      ))}
    </>
  )
}

function undoneOutcome({ ok, rows }: BulkResult) {
  if (ok) return { ok, text: 'Undone.' }
  const fault = rows.find((row) => !row.ok)
  return { ok, text: 'It could not be undone.', ...(fault && { detail: fault.text }) }
}
