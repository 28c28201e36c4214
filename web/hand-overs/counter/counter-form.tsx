import { useEffect, useRef } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { UploadField } from '#web/files/uploads/upload-field.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import type { ExpectedHandOver } from '../queries.ts'
import type { CounterResult } from './hand-over-action.ts'

interface CounterFormProps {
  handOver: ExpectedHandOver
  /** The code of a scanned QR. */
  code: string
  result: CounterResult | undefined
  formKey: string
}

/** The hand-over of one order: its goods to check off, then the code, or below it the hand-over without a code. */
export function CounterForm({ handOver, code, result, formKey }: CounterFormProps) {
  const busy = useNavigation().formData?.get('hand_over_id') === handOver.id
  const form = `counter-${handOver.id}`
  const fields = useRef<HTMLFormElement>(null)
  // Selects a wrong code, so that the next input replaces it.
  useEffect(() => {
    if (!result?.isWrongCode) return
    const typed = fields.current?.elements.namedItem('code')
    if (typed instanceof HTMLInputElement) typed.select()
  }, [result])
  return (
    <>
      <OutcomeNotice namesFault outcome={result} />
      <Form method="post" id={form} ref={fields} className="grid gap-4">
        <Hidden handOver={handOver} formKey={formKey} />
        <Goods handOver={handOver} weighsHere={handOver.kind !== 'delivery'} />
        <CodeEntry code={code} intent="hand-over" busy={busy} />
      </Form>
      {handOver.kind !== 'delivery' && (
        <WithoutCode handOver={handOver} result={result} formKey={formKey} busy={busy} />
      )}
    </>
  )
}

interface CodeEntryProps {
  /** The code of a scanned QR. */
  code: string
  intent: 'hand-over' | 'hand-over-visit'
  busy: boolean
}

/** The code that the person gives, and the button that takes it. */
export function CodeEntry({ code, intent, busy }: CodeEntryProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label="Code"
        name="code"
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        placeholder="123 456"
        defaultValue={code}
        className="w-40"
        key={code}
      />
      <Button name="intent" value={intent} busy={busy} busyLabel="Checking">
        Handed over
      </Button>
    </div>
  )
}

type WithoutCodeProps = Omit<CounterFormProps, 'code'> & { busy: boolean }

/** Only at a counter: at the door a code is required. */
export function WithoutCode({ handOver, result, formKey, busy }: WithoutCodeProps) {
  return (
    <details className="mt-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-adire underline underline-offset-4">
        They have no code
      </summary>
      <Form method="post" encType="multipart/form-data" className="mt-2 grid gap-4">
        <Hidden handOver={handOver} formKey={`${formKey}-without`} />
        <p className="max-w-measure">
          Only when you are sure who it is. The buyer is told at once, and every hand-over without a code is counted
          under your name.
        </p>
        <Goods handOver={handOver} />
        <fieldset>
          <legend className="field-label mb-1">How do you know the person?</legend>
          {IDENTITIES.map(([value, label]) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input type="radio" name="identity" value={value} required className="size-5 shrink-0" /> {label}
            </label>
          ))}
        </fieldset>
        <TextArea
          label="Why is there no code?"
          name="reason"
          rows={2}
          required
          minLength={5}
          maxLength={300}
          defaultValue={result?.values.reason ?? ''}
        />
        <UploadField
          label="Photo of what you were shown"
          hint="Seen by coordinators and chiefs only."
          name="photo"
          choose="Take a photo"
          bucket="hand-over-photos"
          accept="image/*"
          capture="environment"
          most={1}
          required
        />
        <div>
          <Button name="intent" value="override" tone="danger" busy={busy} busyLabel="Saving">
            Hand over without a code
          </Button>
        </div>
      </Form>
    </details>
  )
}

const IDENTITIES = [
  ['id-card', 'By an identity card with their photo'],
  ['called', 'I called the number we have, and they answered'],
  ['known', 'I know them well'],
] as const

function Hidden({ handOver, formKey }: { handOver: ExpectedHandOver; formKey: string }) {
  return (
    <>
      <input type="hidden" name="hand_over_id" value={handOver.id} />
      <input type="hidden" name="order_no" value={handOver.order_no} />
      <input type="hidden" name="key" value={formKey} />
    </>
  )
}

interface GoodsProps {
  handOver: Pick<ExpectedHandOver, 'lines'>
  legend?: string
  /** False at the door: the goods are weighed before they leave. */
  weighsHere?: boolean
}

/** The goods with their quantities, ticked, because most people take everything: what they leave is unticked. */
export function Goods({ handOver, legend = 'What they take', weighsHere = true }: GoodsProps) {
  const unweighed = handOver.lines.filter(({ weigh }) => weigh)
  const weighed = handOver.lines.filter(({ weigh }) => !weigh)
  return (
    <fieldset>
      <legend className="field-label mb-1">{legend}</legend>
      {/* Lines that must be weighed are not among those taken, even if they are all there is. */}
      <input type="hidden" name="line:none" value="0" />
      <ul>
        {unweighed.map(({ line_id, name, unit, quantity, waits }) => (
          <li key={line_id} className="border-b border-grain py-2 last:border-0">
            {name} <span className="block text-14 text-soft">{countUnits(quantity, unit)}, sold by weight</span>
            {waits ? (
              <p className="text-14">
                It stays here: the shop or a manager answers about its weight first.{' '}
                {weighsHere && (
                  <Link to={`/weigh-in/lines/${line_id}`} className="text-link inline-flex min-h-11 items-center">
                    See the weight
                    <span className="sr-only">: {name}</span>
                  </Link>
                )}
              </p>
            ) : weighsHere ? (
              <Link to={`/weigh-in/lines/${line_id}`} className="text-link inline-flex min-h-11 items-center">
                Weigh first: {name}
              </Link>
            ) : (
              <p className="text-14">Not weighed yet. Ask the shop or the place that packed it to weigh it.</p>
            )}
          </li>
        ))}
        {weighed.map(({ line_id, name, unit, quantity }) => (
          <li
            key={line_id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-grain py-2 last:border-0"
          >
            <label className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
              <input type="checkbox" name={`take:${line_id}`} defaultChecked className="size-5 shrink-0" />
              <span className="min-w-0">
                {name} <span className="block text-14 text-soft">{countUnits(quantity, unit)} to take</span>
              </span>
            </label>
            <label className="flex items-center gap-2">
              <span className="sr-only">Quantity of {name}</span>
              <input
                type="number"
                name={`line:${line_id}`}
                min={1}
                max={quantity}
                step={1}
                required
                defaultValue={quantity}
                inputMode="numeric"
                className="control w-20 text-right tabular-nums"
              />
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
