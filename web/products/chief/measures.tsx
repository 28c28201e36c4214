import { data, Form, Link, useActionData, useNavigation } from 'react-router'
import { readMeasures } from '#api/measures.ts'
import { CATEGORIES, categoryLabels, isCategory } from '#domain/products/categories.ts'
import { checkMeasure } from '#domain/products/measure-draft.ts'
import { kgText, type Measure } from '#domain/products/measures.ts'
import { UNITS } from '#domain/products/units.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { CHECK_FIELDS } from '#domain/texts/screens.ts'
import type { Errors } from '#domain/validation.ts'
import { apiContext } from '#web/context.ts'
import { type ActionOutcome, OutcomeNotice } from '#web/desk/outcome.tsx'
import { SettingsTabs } from '#web/desk/settings-tabs.tsx'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, buttonClass, LinkButton } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/confirm-form.tsx'
import { fieldPropsOf } from '#web/ui/form-fields.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Checkbox, TextField } from '#web/ui/text-field.tsx'
import type { Route } from './+types/measures.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const rows = await readMeasures(context.get(apiContext))
  const [unit, food] = [url.searchParams.get('unit'), url.searchParams.get('food') ?? '']
  return { rows, edited: rows.find((row) => row.unit === unit && row.food === food) ?? null }
}

interface MeasureResult {
  outcome: ActionOutcome
  errors: Errors
  values: Record<string, string> | null
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  if (values.intent === 'remove') {
    const measure = { unit: values.unit ?? '', food: values.food ?? '' }
    const removal = await api.command('remove-measure', measure)
    const text = removal.ok ? `${measureName(measure)} is no longer a measure.` : removal.refusal.message
    return data(
      { outcome: { ok: removal.ok, text }, errors: {}, values: null } satisfies MeasureResult,
      removal.ok ? 200 : 409,
    )
  }
  const checked = checkMeasure(values)
  if (!checked.ok)
    return data(
      { outcome: { ok: false, text: CHECK_FIELDS }, errors: checked.errors, values } satisfies MeasureResult,
      400,
    )
  const saved = await api.command('save-measure', checked.value)
  if (saved.ok) {
    const text = `${measureName(checked.value)} is about ${kgText(checked.value.kg_per_unit)} from now on.`
    return data({ outcome: { ok: true, text }, errors: {}, values: null } satisfies MeasureResult)
  }
  const { errors, message } = saved.refusal
  return data({ outcome: { ok: false, text: message }, errors: errors ?? {}, values } satisfies MeasureResult, 409)
}

export const clientAction = async ({ request, serverAction }: Route.ClientActionArgs) => {
  const form = await request.clone().formData()
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  return withOfflineFallback(
    serverAction,
    () => ({ outcome: { ok: false, text: errorTexts.offline }, errors: {}, values }) satisfies MeasureResult,
  )
}

export const shouldRevalidate = revalidateUnlessOffline

const foodName = (food: string) =>
  food === '' ? 'any food' : isCategory(food) ? categoryLabels[food].toLowerCase() : food
const measureName = ({ unit, food }: { unit: string; food: string }) => `One ${unit} of ${foodName(food)}`

/** Weights of market measures: the figures behind "about 100 kg". */
export default function Measures({ loaderData: { rows, edited } }: Route.ComponentProps) {
  const result = useActionData() as MeasureResult | undefined
  const outcome = result?.outcome
  return (
    <>
      <PageHeading lead="About how much a unit weighs, by kind of food. Changes apply to products at once; existing orders keep their weights.">
        Measures
      </PageHeading>
      <SettingsTabs current="measures" />
      <OutcomeNotice outcome={outcome} />
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
          key={`${edited?.unit} ${edited?.food} ${outcome?.ok ? rows.length : ''}`}
          edited={edited}
          result={result?.outcome.ok ? undefined : result}
        />
      </section>
    </>
  )
}

const columns: Column<Measure>[] = [
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
          fields={{ intent: 'remove', unit: row.unit, food: row.food }}
        >
          Remove
        </ConfirmForm>
      </div>
    ),
  },
]

interface MeasureFormProps {
  edited: Measure | null
  result: MeasureResult | undefined
}

function MeasureForm({ edited, result }: MeasureFormProps) {
  const busy = useNavigation().formData?.get('intent') === 'save'
  const values = result?.values ?? null
  const field = fieldPropsOf(values, result?.errors ?? {})
  const which = { readOnly: edited !== null, autoComplete: 'off' }
  return (
    <Form method="post" noValidate className="grid max-w-measure gap-4">
      <input type="hidden" name="intent" value="save" />
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
