import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { translate } from '#web/languages/translate.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { plural } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { BulkPreview, BulkResult } from './read-bulk.ts'
import { UndoFields } from './undoable-outcome.tsx'

interface BulkScreenProps {
  preview: BulkPreview
  result: BulkResult | FormResult | undefined
}

/** Says what an act will do to the selected rows, and after the press what it did to each. */
export function BulkScreen({ preview, result }: BulkScreenProps) {
  const { act, noun, failure } = preview
  const pressed = result && 'rows' in result ? result : null
  if (failure) return <ErrorState message={failure} reload />
  if (pressed && pressed.rows.length > 0) return <Outcomes preview={preview} pressed={pressed} />
  const { ready } = preview
  const total = plural(ready.length, noun.one, noun.many)
  return (
    <>
      <PageHeading lead={ready.length > 0 ? `${total} will change. ${act.effect}` : `No ${noun.one} will change.`}>
        {ready.length > 0 ? `${act.label}: ${total}` : act.label}
      </PageHeading>
      <OutcomeNotice outcome={result} />
      <Unchanged preview={preview} />
      {ready.length > 0 ? (
        <PressForm preview={preview} rows={ready} result={result} label={`${act.label}: ${total}`} />
      ) : (
        <BackLink preview={preview} />
      )}
    </>
  )
}

const BackLink = ({ preview: { back } }: { preview: BulkPreview }) => (
  <LinkButton to={back} tone="plain">
    Back to the list
  </LinkButton>
)

/** The rows that will not change, each with the reason. */
function Unchanged({ preview: { ready, refused, missing, over, noun } }: { preview: BulkPreview }) {
  if (ready.length + refused.length + missing === 0) {
    return (
      <Notice tone="info" className="mb-5">
        No row is selected. Tick the boxes in the list first.
      </Notice>
    )
  }
  return (
    <>
      {over > 0 && (
        <Notice tone="warning" className="mb-5">
          {plural(over, noun.one, noun.many)} above the limit of one press: select them again afterwards.
        </Notice>
      )}
      {refused.length + missing > 0 && (
        <section aria-labelledby="unchanged" className="mb-8">
          <SectionHeading id="unchanged">
            {plural(refused.length + missing, noun.one, noun.many)} will not change
          </SectionHeading>
          <ul className="grid max-w-measure divide-y divide-grain">
            {refused.map(({ id, name, why }) => (
              <li key={id} className="py-2 break-words">
                <span className="font-semibold">{name}</span>: {why}
              </li>
            ))}
            {missing > 0 && (
              <li className="py-2">{plural(missing, noun.one, noun.many)} no longer there, or not yours to change.</li>
            )}
          </ul>
        </section>
      )}
    </>
  )
}

interface PressFormProps extends BulkScreenProps {
  rows: readonly { id: string; name: string; seen: string }[]
  label: string
}

function PressForm({ preview, rows, result, label }: PressFormProps) {
  const isUndo = result && 'undone' in result && result.undone !== null
  const { act, key } = preview
  const { form, field, errors } = useFormFields(result)
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Form ref={form} method="post" preventScrollReset className="grid max-w-measure gap-4">
      {/* A repeated form sends the key of its first attempt. */}
      <input type="hidden" name="key" value={result?.values.key ?? key} />
      {isUndo && <input type="hidden" name="intent" value="undo" />}
      {rows.map(({ id, seen }) => (
        <input key={id} type="hidden" name="row" value={`${id} ${seen}`} />
      ))}
      <ul aria-label="Will change" className="grid divide-y divide-grain">
        {rows.map(({ id, name }) => (
          <li key={id} className="py-2 break-words">
            {name}
          </li>
        ))}
      </ul>
      {act.reason !== undefined && !isUndo && (
        <TextArea label={act.reason} {...field('reason')} error={errors.reason} rows={3} required maxLength={500} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button tone={act.tone ?? 'primary'} busy={isSending} busyLabel="Working">
          {label}
        </Button>
        <BackLink preview={preview} />
      </div>
    </Form>
  )
}

/** The outcome of each row; those that failed come first. */
function Outcomes({ preview, pressed }: { preview: BulkPreview; pressed: BulkResult }) {
  const { i18n } = useLingui()
  const { act, noun } = preview
  const { rows, undone, values } = pressed
  const state = undone ?? act.done
  const done = rows.filter(({ ok }) => ok)
  const again = rows.filter(({ canRepeat }) => canRepeat)
  const changed = rows.flatMap(({ id, undo }) => (undo === null ? [] : [{ id, undo }]))
  const text = `${state}: ${done.length} of ${plural(rows.length, noun.one, noun.many)}.`
  return (
    <>
      <PageHeading>{undone === null ? act.label : `Undo: ${act.label}`}</PageHeading>
      <OutcomeNotice outcome={{ ok: done.length === rows.length, text }}>
        {changed.length > 0 && (
          <Form method="post" preventScrollReset className="mt-2">
            <UndoFields offer={{ key: values.key ?? '', rows: changed }} />
            <Button tone="plain" size="small" name="intent" value="undo">
              {changed.length === rows.length ? 'Undo' : `Undo: ${plural(changed.length, noun.one, noun.many)}`}
            </Button>
          </Form>
        )}
      </OutcomeNotice>
      <ul aria-label="What happened" className="mb-6 grid max-w-measure divide-y divide-grain">
        {[...rows.filter(({ ok }) => !ok), ...done].map((row) => (
          <li key={row.id} className="grid gap-1 py-3">
            <p className="break-words">
              <Badge tone={row.ok ? 'good' : 'urgent'}>{row.ok ? state : 'Not done'}</Badge>{' '}
              <span className="font-semibold">{row.name}</span>
            </p>
            {!row.ok && <p className="break-words">{translate(i18n, row.text)}</p>}
          </li>
        ))}
      </ul>
      {again.length > 0 ? (
        <PressForm preview={preview} rows={again} result={pressed} label={`Try ${again.length} again`} />
      ) : (
        <BackLink preview={preview} />
      )}
    </>
  )
}
