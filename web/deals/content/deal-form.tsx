import { Form } from 'react-router'
import { readDealOptions } from '#domain/deals/deal-options.ts'
import type { FormValues } from '#domain/forms/edits.ts'
import { readDraft } from '#web/content/draft.ts'
import { PreviewButton, SideBySide } from '#web/content/editor/side-by-side.tsx'
import { useTyped } from '#web/content/editor/typed-values.ts'
import { overlapWarnings, typedMoment } from '#web/content/editor/warnings.ts'
import { PictureField } from '#web/files/pictures/picture-field.tsx'
import type { FormResult } from '#web/forms/form.ts'
import { FormButtons, useFormFields } from '#web/forms/form-fields.tsx'
import { VersionField } from '#web/forms/version-field.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { lagosFieldValue } from '#web/ui/fields/lagos-field.ts'
import { datedDay } from '#web/ui/format.ts'
import { DealPreview } from './deal-preview.tsx'
import type { Deal, DealAhead, DealPreviewTarget, Targets } from './queries.ts'

interface DealFormProps {
  id: string
  deal: Deal | null
  result: (FormResult & { target?: DealPreviewTarget }) | undefined
  targets: Targets
  others: readonly DealAhead[]
  pictures: readonly string[]
}

/** The form for a featured deal, beside its card as the home page shows it. */
export function DealForm(props: DealFormProps) {
  const { id, deal, others, result } = props
  const fields = useFormFields(result)
  const first = fields.values ?? (deal ? dealValues(deal) : {})
  const { typed, isChanged } = useTyped(fields.form, { first, read: readDraft })
  const run = {
    id,
    title: typed.name ?? '',
    place: `deal.${typed.opens}`,
    from: typedMoment(typed.starts_at) ?? deal?.created_at ?? null,
    to: typedMoment(typed.ends_at),
  }
  const isInOrder = run.from === null || run.to === null || run.from < run.to
  const stored = { product: deal?.product ?? null, group_buy: deal?.group_buy ?? null }
  return (
    <SideBySide
      isChanged={isChanged || fields.values !== null}
      warnings={typed.opens && isInOrder ? overlapWarnings(run, others.map(runOf)) : []}
      preview={
        <DealPreview
          id={id}
          typed={typed}
          known={
            result?.target
              ? { opens: result.values.opens ?? '', target: result.target }
              : { opens: targetValue(deal), target: stored }
          }
        />
      }
    >
      <Fields {...props} fields={fields} />
    </SideBySide>
  )
}

const runOf = (deal: DealAhead) => ({
  id: deal.id,
  title: deal.name,
  place: `deal.${targetValue(deal)}`,
  from: deal.starts_at ?? deal.created_at,
  to: deal.ends_at,
})

interface DealFieldsProps extends DealFormProps {
  fields: ReturnType<typeof useFormFields>
}

function Fields({ id, deal, targets, pictures, fields: { form, field, errors, values } }: DealFieldsProps) {
  return (
    <Form ref={form} method="post" encType="multipart/form-data" className="grid max-w-[720px] gap-5">
      <input type="hidden" name="id" value={id} />
      {deal && <VersionField values={values} row={dealValues(deal)} />}
      <TextField label="Name" {...field('name', deal?.name)} required maxLength={120} />
      <div className="grid items-end gap-5 md:grid-cols-2">
        <TextField
          label="Price"
          {...field('base_price', deal?.base_price)}
          prefix="₦"
          inputMode="decimal"
          autoComplete="off"
          required
          hint="Shown only if the card has no target: a group buy or product shows its own price and unit."
        />
        <TextField
          label="Unit"
          {...field('unit', deal?.unit)}
          required
          maxLength={40}
          hint="bag, basket, paint, mudu"
        />
      </div>
      <TextArea
        label="Options"
        {...field('options', deal && readDealOptions(deal.options).join('\n'))}
        required={false}
        rows={3}
        hint="One option per line: Half bag, Full bag."
      />
      <SelectField
        label="The card opens"
        {...field('opens', targetValue(deal))}
        error={errors.opens ?? errors.product_id ?? errors.group_buy_id}
        options={targetOptions(targets, deal)}
      />
      <PictureField
        label="Picture"
        value={values ? values.image_url : deal?.image_url}
        error={errors.image_url}
        pictures={pictures}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label="From"
          type="datetime-local"
          {...field('starts_at', lagosFieldValue(deal?.starts_at))}
          required={false}
          hint="Lagos time. If empty, at once."
        />
        <TextField
          label="To"
          type="datetime-local"
          {...field('ends_at', lagosFieldValue(deal?.ends_at))}
          required={false}
          hint="If empty, until you delete it."
        />
      </div>
      <PreviewButton />
      <FormButtons back="/content/deals">{deal ? 'Save changes' : 'Create deal'}</FormButtons>
    </Form>
  )
}

/** The target's two ids, which one select sends as "product:…" or "buy:…". */
export function parseTarget(opens: string): { product_id: string; group_buy_id: string } {
  const [kind, id = ''] = opens.split(':')
  return { product_id: kind === 'product' ? id : '', group_buy_id: kind === 'buy' ? id : '' }
}

/** A deal's values, as the form's fields take them. */
export function dealValues(deal: Deal): FormValues {
  return {
    name: deal.name,
    base_price: String(deal.base_price),
    unit: deal.unit,
    options: readDealOptions(deal.options).join('\n'),
    opens: targetValue(deal),
    image_url: deal.image_url ?? '',
    starts_at: lagosFieldValue(deal.starts_at),
    ends_at: lagosFieldValue(deal.ends_at),
  }
}

function targetValue(deal: Pick<Deal, 'product_id' | 'group_buy_id'> | null): string {
  if (deal?.product_id) return `product:${deal.product_id}`
  return deal?.group_buy_id ? `buy:${deal.group_buy_id}` : ''
}

function targetOptions({ products, buys }: Targets, deal: Deal | null) {
  const options = [
    { value: '', label: 'Nothing' },
    ...buys.map((buy) => ({
      value: `buy:${buy.id}`,
      label: `Group buy: ${buy.product_name}, until ${datedDay(buy.end_date)}`,
    })),
    ...products.map(({ id, name, vendor }) => ({
      value: `product:${id}`,
      label: vendor ? `${name}, ${vendor.business_name}` : name,
    })),
  ]
  const own = targetValue(deal)
  const isOffered = options.some(({ value }) => value === own)
  // An ended buy or an older product stays selected until the user selects another.
  return isOffered
    ? options
    : [...options, { value: own, label: deal?.product?.name ?? deal?.group_buy?.product_name ?? own }]
}
