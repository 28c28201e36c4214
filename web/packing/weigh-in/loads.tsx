import { Form, useNavigation } from 'react-router'
import { weightText } from '#domain/packing/weight-text.ts'
import { gramsOfUnit } from '#domain/packing/weights.ts'
import { countUnits } from '#domain/products/units.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { PictureInput } from '../shortfalls/shortfalls.tsx'
import type { Delivery, LoadRow } from './delivery-queries.ts'

interface LoadsProps {
  loads: readonly LoadRow[]
  delivery: Delivery
  formKey: string
  typed: Readonly<Record<string, string>>
}

/** The loads that came, each with its last count, the former ones, and a form to correct it. */
export function Loads({ loads, ...rest }: LoadsProps) {
  return (
    <section aria-labelledby="loads">
      <SectionHeading id="loads">Loads received</SectionHeading>
      <ol className="grid gap-3">
        {loads.map((load) => (
          <li key={load.id} className="rounded-card border border-grain p-3">
            <Load load={load} {...rest} />
          </li>
        ))}
      </ol>
    </section>
  )
}

type CountedEntry = LoadRow['entries'][number]

const countText = ({ units_counted: units, grams_counted: grams }: CountedEntry, unit: string): string =>
  `${countUnits(units, unit)}${grams ? `, ${weightText(grams)}` : ''}`

function Load({ load, delivery, formKey, typed }: Omit<LoadsProps, 'loads'> & { load: LoadRow }) {
  const { id, part, units_expected, shelf, note, entries } = load
  const [last, ...former] = entries
  if (!last) return null
  const isTyped = typed.weigh_in_id === id
  return (
    <>
      <p className="font-semibold">
        Load {part}: {countText(last, delivery.unit)}
      </p>
      <Entry entry={last} />
      <p className="text-14 text-soft">
        {countUnits(units_expected, delivery.unit)} were expected.{shelf && ` Shelf ${shelf}.`}
      </p>
      {note && <p className="break-words">{note}</p>}
      {former.length > 0 && (
        <ul className="mt-2 border-l-4 border-grain pl-3">
          {former.map((entry) => (
            <li key={entry.id}>
              <s>{countText(entry, delivery.unit)}</s>
              <Entry entry={entry} />
            </li>
          ))}
        </ul>
      )}
      <details className="mt-3" open={isTyped}>
        <summary className={buttonClass({ tone: 'plain', size: 'small' })} aria-label={`Correct load ${part}`}>
          Correct
        </summary>
        <CorrectionForm
          key={last.number}
          load={load}
          last={last}
          delivery={delivery}
          formKey={`${formKey}`}
          typed={isTyped ? typed : {}}
        />
      </details>
    </>
  )
}

/** When, by whom and why a load was counted so, with its picture. */
function Entry({ entry: { number, created_at, entered_by_name: name, reason, picture } }: { entry: CountedEntry }) {
  return (
    <>
      <p className="text-14 text-soft">
        {number === 0 ? 'Weighed in' : 'Corrected'} {datedMoment(created_at)}
        {name && ` by ${name}`}.
      </p>
      {reason && <p className="break-words">{reason}</p>}
      {picture && (
        <a href={picture} className="text-link inline-flex min-h-11 items-center">
          See the picture
        </a>
      )}
    </>
  )
}

interface CorrectionFormProps extends Omit<LoadsProps, 'loads'> {
  load: LoadRow
  last: CountedEntry
}

function CorrectionForm({ load, last, delivery, formKey, typed }: CorrectionFormProps) {
  const busy = useNavigation().state === 'submitting'
  const { unit, product_name: name } = delivery
  const grams = last.grams_counted
  return (
    <Form method="post" encType="multipart/form-data" className="mt-3 grid gap-4">
      <input type="hidden" name="intent" value="correct" />
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="weigh_in_id" value={load.id} />
      <input type="hidden" name="corrections" value={last.number} />
      <p>The former count stays on this list, and the shop is told. A lower count needs a picture.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={`Units in load ${load.part} (${unit})`}
          hint="0 if this load never came."
          name="units"
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          required
          defaultValue={typed.units ?? String(last.units_counted)}
        />
        <TextField
          label={`Kilograms of load ${load.part}`}
          name="kilograms"
          inputMode="decimal"
          required={gramsOfUnit({ unit, name }) !== null}
          maxLength={14}
          defaultValue={typed.kilograms ?? (grams ? String(grams / 1000) : '')}
        />
      </div>
      <TextArea
        label="Why"
        hint="The shop reads it."
        name="reason"
        rows={2}
        required
        minLength={5}
        maxLength={300}
        defaultValue={typed.reason}
      />
      <PictureInput />
      <p>
        <Button busy={busy} busyLabel="Entering">
          Enter the correction
        </Button>
      </p>
    </Form>
  )
}
