import { Form, Link, useNavigation } from 'react-router'
import { readMeasures } from '#api/measures.ts'
import { CATEGORIES, categoryLabels, isCategory } from '#domain/products/categories.ts'
import { checkMeasure } from '#domain/products/measure-draft.ts'
import { kgText, type Measure } from '#domain/products/measures.ts'
import { UNITS } from '#domain/products/units.ts'
import { apiContext } from '#web/context.ts'
import { SettingsTabs } from '#web/desk/settings-tabs.tsx'
import { commandResult, type FormResult, keepInputOffline, readForm, reject } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, buttonClass, LinkButton } from '#web/ui/button.tsx'
import { Checkbox, TextField } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/measures.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const rows = await readMeasures(context.get(apiContext))
  const [unit, food] = [url.searchParams.get('unit'), url.searchParams.get('food') ?? '']
  const keyed = rows.map((row) => ({ ...row, sendKey: crypto.randomUUID() }))
  return {
    rows: keyed,
    sendKey: crypto.randomUUID(),
    edited: rows.find((row) => row.unit === unit && row.food === food) ?? null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  if (form.field('intent') === 'remove') {
    const measure = { unit: form.field('unit'), food: form.field('food') }
    const removal = await api.command('remove-measure', measure, form.key)
    return commandResult(form, removal, `${measureName(measure)} is no longer a measure.`)
  }
  const checked = checkMeasure(form.values)
  if (!checked.ok) return reject(form, { errors: checked.errors })
  const saved = await api.command('save-measure', checked.value, form.key)
  return commandResult(
    form,
    saved,
    `${measureName(checked.value)} is about ${kgText(checked.value.kg_per_unit)} from now on.`,
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

const foodName = (food: string) =>
  food === '' ? 'any food' : isCategory(food) ? categoryLabels[food].toLowerCase() : food
const measureName = ({ unit, food }: { unit: string; food: string }) => `One ${unit} of ${foodName(food)}`

/** Weights of market measures: the figures behind "about 100 kg". */
export default function Measures({ loaderData: { rows, edited, sendKey }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="About how much a unit weighs, by kind of food. Changes apply to products at once; existing orders keep their weights.">
        Measures
      </PageHeading>
      <SettingsTabs current="measures" />
      <OutcomeNotice outcome={actionData} />
      <Table
        stacked
        caption="Measures"
        columns={columns}
        rows={rows}
        rowKey={({ unit, food }) => `${unit} ${food}`}
        empty={<p className="text-soft">No measure yet. Add the first one below.</p>}
      />
      <section className="mt-8" aria-labelledby="measure">
        <SectionHeading id="measure">{edited ? `Change: ${measureName(edited)}` : 'Add a measure'}</SectionHeading>
        <MeasureForm
          key={`${edited?.unit} ${edited?.food} ${actionData?.ok ? rows.length : ''}`}
          edited={edited}
          sendKey={sendKey}
          result={actionData?.values.intent === 'save' ? actionData : undefined}
        />
      </section>
    </>
  )
}

const columns: Column<Measure & { sendKey: string }>[] = [
  { header: 'Unit', heading: true, cell: ({ unit }) => unit },
  { header: 'Food', cell: ({ food }) => foodName(food) },
  { header: 'Weighs about', numeric: true, cell: ({ kg_per_unit }) => kgText(kg_per_unit) },
  {
    header: 'Vendors may state',
    numeric: true,
    cell: ({ least_kg, most_kg }) => `${kgText(least_kg)} to ${kgText(most_kg)}`,
  },
  { header: 'Shown beside kg', cell: ({ is_equivalent }) => (is_equivalent ? 'yes' : 'no') },
  {
    header: 'Tools',
    hideHeader: true,
    cell: (row) => (
      <div className="flex flex-wrap gap-2">
        <LinkButton
          to={`?unit=${encodeURIComponent(row.unit)}&food=${row.food}#measure`}
          tone="plain"
          size="small"
          aria-label={`Change ${row.unit}, ${foodName(row.food)}`}
        >
          Change
        </LinkButton>
        <ConfirmForm
          className={buttonClass({ tone: 'plain', size: 'small' })}
          label={`Remove ${row.unit}, ${foodName(row.food)}`}
          question={`Remove "${measureName(row)}"?`}
          detail="Weights then use the measure of the unit alone, if there is one. Existing orders keep their weights."
          confirmLabel="Remove measure"
          fields={{ intent: 'remove', unit: row.unit, food: row.food, key: row.sendKey }}
        >
          Remove
        </ConfirmForm>
      </div>
    ),
  },
]

interface MeasureFormProps {
  edited: Measure | null
  sendKey: string
  result: FormResult | undefined
}

function MeasureForm({ edited, sendKey, result }: MeasureFormProps) {
  const busy = useNavigation().formData?.get('intent') === 'save'
  const { form, field, values } = useFormFields(result)
  const which = { readOnly: edited !== null, autoComplete: 'off' }
  return (
    <Form ref={form} method="post" noValidate className="grid max-w-measure gap-4">
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="key" value={sendKey} />
      <div className="field-row grid gap-x-4 sm:grid-cols-2">
        <TextField label="Unit" {...field('unit', edited?.unit)} {...which} required maxLength={40} list="units" />
        <TextField
          label="Food"
          {...field('food', edited?.food)}
          {...which}
          required={false}
          maxLength={30}
          list="foods"
          hint="A category, or one word of a product’s name, such as rice. Empty: any food."
        />
      </div>
      <div className="field-row grid gap-x-4 sm:grid-cols-3">
        <TextField
          label="Weighs about, in kg"
          {...field('kg_per_unit', edited?.kg_per_unit)}
          required
          inputMode="decimal"
        />
        <TextField label="Least, in kg" {...field('least_kg', edited?.least_kg)} required inputMode="decimal" />
        <TextField label="Most, in kg" {...field('most_kg', edited?.most_kg)} required inputMode="decimal" />
      </div>
      <p className="-mt-2 text-14 text-soft">
        A vendor may state another weight for their own product, between least and most.
      </p>
      <datalist id="units">
        {UNITS.map((unit) => (
          <option key={unit} value={unit} />
        ))}
      </datalist>
      <datalist id="foods">
        {CATEGORIES.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <Checkbox
        name="is_equivalent"
        label="Show weights of this food in this unit too: “about 111 dericas”"
        defaultChecked={values ? values.is_equivalent === 'on' : (edited?.is_equivalent ?? false)}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={busy} busyLabel="Saving">
          {edited ? 'Save changes' : 'Add measure'}
        </Button>
        {edited && (
          <Link to="/chief/measures" className="text-link">
            Add a new one instead
          </Link>
        )}
      </div>
    </Form>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Measures', 'About how much market measures weigh.')
