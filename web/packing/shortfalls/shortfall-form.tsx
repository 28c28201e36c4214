import { Form, useNavigation } from 'react-router'
import type { ShortfallPreview } from '#api/commands/packing.ts'
import { countUnits } from '#domain/products/units.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { kobo, plural } from '#web/ui/format.ts'
import { PictureInput } from './shortfalls.tsx'

/** The subject of a shortfall: `buy` or `line`, its id, the place, and the number of entries when the page was rendered. */
export interface ShortfallTarget {
  value: string
  label: string
}

interface ShortfallFormProps {
  targets: readonly ShortfallTarget[]
  unit: string | null
  formKey: string
  /** The missing quantity by weight. */
  suggested?: string
  /** The submitted values after a rejection or a preview. */
  typed: Readonly<Record<string, string>>
  /** The effect of the submitted values. */
  preview: ShortfallPreview | undefined
}

/**
 * One entry for the whole subject; the market distributes it among the buyers and refunds them. Before it is entered,
 * its cost is shown.
 */
export function ShortfallForm({ preview, ...props }: ShortfallFormProps) {
  const { targets, suggested = '', typed } = props
  if (targets.length === 0) return null
  return preview ? (
    <ShortfallCost {...props} preview={preview} />
  ) : (
    <details className="mt-4" open={suggested !== '' || typed.missing !== undefined}>
      <summary className={buttonClass({ tone: 'plain' })}>Enter what is missing</summary>
      <ShortfallFields {...props} />
    </details>
  )
}

type ShortfallFieldsProps = Omit<ShortfallFormProps, 'preview'>

function ShortfallFields({ targets, unit, formKey, suggested = '', typed }: ShortfallFieldsProps) {
  const busy = useNavigation().state === 'submitting'
  return (
    <Form method="post" encType="multipart/form-data" className="mt-3 grid gap-4">
      <p>
        Enter the total once. We divide it over the orders in proportion, refund each buyer’s part with its fee, and
        tell them. Whole units only. More than the weigh-in found, and everything that is damaged, needs a picture. You
        can take it back until the refunds are sent.
      </p>
      <input type="hidden" name="intent" value="missing" />
      <input type="hidden" name="key" value={formKey} />
      <SelectField label="Of what" name="target" options={targets} defaultValue={typed.target} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={unit ? `Missing (${unit})` : 'Missing (units)'}
          hint="Whole units, such as 12."
          name="missing"
          inputMode="decimal"
          required
          defaultValue={typed.missing ?? suggested}
          maxLength={12}
        />
        <SelectField
          label="What happened"
          name="kind"
          defaultValue={typed.kind}
          options={[
            { value: 'short', label: 'It did not come' },
            { value: 'damaged', label: 'It is damaged' },
          ]}
        />
      </div>
      <TextArea
        label="Reason"
        hint="Buyers read it."
        name="reason"
        rows={2}
        defaultValue={typed.reason}
        required
        minLength={5}
        maxLength={300}
      />
      <PictureInput />
      {typed.photo && (
        <p className="text-14 text-soft">
          <input type="hidden" name="photo" value={typed.photo} />
          The picture that you added before is kept unless you choose another one.
        </p>
      )}
      <p>
        <Button busy={busy} busyLabel="Looking it up">
          See what it costs
        </Button>
      </p>
    </Form>
  )
}

const RETAINED_FIELDS = ['target', 'missing', 'kind', 'reason', 'photo'] as const

/** The effect of the entry, by the plan that it will be carried out with, and the button that enters it. */
function ShortfallCost({
  targets,
  unit,
  formKey,
  typed,
  preview,
}: ShortfallFieldsProps & { preview: ShortfallPreview }) {
  const busy = useNavigation().formData?.get('step')
  const of = targets.find(({ value }) => value === typed.target)?.label ?? 'this delivery'
  return (
    <Form method="post" className="mt-4 grid gap-4 rounded-card border border-grain p-4">
      <input type="hidden" name="intent" value="missing" />
      <input type="hidden" name="key" value={formKey} />
      {RETAINED_FIELDS.map((name) => (
        <input key={name} type="hidden" name={name} value={typed[name] ?? ''} />
      ))}
      <h3 className="text-18">
        {countUnits(Number(typed.missing), unit ?? 'unit')} {typed.kind === 'damaged' ? 'damaged' : 'missing'}: {of}
      </h3>
      <DataList facts={costFacts(preview, unit ?? 'unit')} />
      <p>
        {preview.waits
          ? 'The amount is large, so another person answers before the money is sent. The orders have less from now on.'
          : `The money is sent ${preview.minutes} minutes after you enter it. Until then you can take it back.`}
        {preview.by_hub > 0 && ' The market pays the shop back what was lost at the hub.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button tone="danger" name="step" value="enter" busy={busy === 'enter'} busyLabel="Entering">
          Enter what is missing
        </Button>
        <Button tone="plain" name="step" value="change" busy={busy === 'change'}>
          Change it
        </Button>
      </div>
    </Form>
  )
}

function costFacts(preview: ShortfallPreview, unit: string): Fact[] {
  const { people, shares, goods_kobo, fee_kobo, delivery_kobo, returned_kobo, shop_loses_kobo: loses } = preview
  const { by_vendor, by_hub } = preview
  return [
    { label: 'Buyers who get less', value: people },
    ...shares.map(({ units, orders }) => ({
      label: `${countUnits(units, unit)} less`,
      value: plural(orders, 'order'),
    })),
    { label: 'Goods that come back', value: kobo(goods_kobo) },
    { label: 'Their part of the buyers’ fee', value: kobo(fee_kobo) },
    ...(delivery_kobo > 0 ? [{ label: 'Delivery that comes back', value: kobo(delivery_kobo) }] : []),
    { label: 'All that the buyers get back', value: kobo(returned_kobo), total: true },
    ...(loses === null ? [] : [{ label: 'The shop earns less by', value: kobo(loses) }]),
    ...(by_vendor > 0 ? [{ label: 'At the shop’s cost', value: countUnits(by_vendor, unit) }] : []),
    ...(by_hub > 0 ? [{ label: 'At the hub’s cost', value: countUnits(by_hub, unit) }] : []),
  ]
}
