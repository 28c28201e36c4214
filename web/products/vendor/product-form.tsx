import { Form } from 'react-router'
import { CATEGORIES, categoryLabels } from '#domain/products/categories.ts'
import type { Measure } from '#domain/products/measures.ts'
import { VAT_CLASSES, vatClassLabels } from '#domain/products/vat.ts'
import { SteepPriceField } from '#web/desk/shop/steep-price-field.tsx'
import { PictureField } from '#web/files/pictures/picture-field.tsx'
import type { FormResult } from '#web/forms/form.ts'
import { FormButtons, useFormFields } from '#web/forms/form-fields.tsx'
import { VersionField } from '#web/forms/version-field.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { Checkbox, TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { type OwnProduct, productValues } from './queries.ts'
import { UnitFields } from './unit-fields.tsx'

type ProductWithPictures = OwnProduct & { pictures: { url: string }[] }

interface ProductFormProps {
  id: string
  /** Path of its list. */
  back: string
  product: ProductWithPictures | null
  /** For a new product: the one whose values it starts with. */
  source: ProductWithPictures | null
  result: FormResult | undefined
  pictures: readonly string[]
  measures: readonly Measure[]
  today: string
}

/** The form with all fields of a product. */
export function ProductForm({ id, back, product, source, result, pictures, measures, today }: ProductFormProps) {
  const { form, field, errors, values } = useFormFields(result)
  const start = product ?? source
  const stored = start?.pictures.map(({ url }) => url) ?? []
  return (
    <Form ref={form} method="post" encType="multipart/form-data" noValidate className="grid max-w-[720px] gap-5">
      <input type="hidden" name="id" value={id} />
      {product && <VersionField values={values} row={productValues(product)} />}
      <TextField label="Name" {...field('name', start?.name)} required maxLength={120} hint="Ofada rice, new harvest" />
      <TextArea
        label="Description"
        {...field('description', start?.description)}
        required={false}
        rows={4}
        maxLength={4000}
        hint="Quality, origin, what one bag contains."
      />
      <div className="field-row grid gap-x-5 md:grid-cols-2">
        <SelectField
          label="Category"
          {...field('category', start?.category)}
          options={[
            { value: '', label: 'Choose' },
            ...CATEGORIES.map((category) => ({ value: category, label: categoryLabels[category] })),
          ]}
        />
        <UnitFields
          unit={field('unit', start?.unit)}
          weight={field('kg_per_unit', start?.kg_per_unit)}
          food={{ name: values?.name ?? start?.name ?? '', category: values?.category ?? start?.category ?? '' }}
          measures={measures}
        />
        <WeightTermsFields product={start} fieldProps={field} />
        <TextField
          label="Your code"
          {...field('code', product?.code)}
          required={false}
          maxLength={40}
          autoComplete="off"
          hint="If you have one. Imports find the product by it."
        />
        <TextField
          label="Base price per unit"
          {...field('base_price', start?.base_price)}
          prefix="₦"
          inputMode="decimal"
          autoComplete="off"
          required
          hint="Before any group price"
        />
        <SteepPriceField question={errors.steep_price} typed={values?.steep_price ?? ''} />
        <QuantityFields product={start} fieldProps={field} />
        <SelectField
          label="VAT"
          {...field('vat_class', start?.vat_class)}
          options={[
            ...(start ? [] : [{ value: '', label: 'As usual for its category' }]),
            ...VAT_CLASSES.map((vatClass) => ({ value: vatClass, label: vatClassLabels[vatClass] })),
          ]}
          hint="Fresh and basic food is zero-rated. Processed food may be taxed at the standard rate, which your price then includes."
        />
        <TextField
          label="Share date"
          type="date"
          min={today}
          {...field('share_date', start?.share_date)}
          required={false}
          hint="The day the goods are handed out. Payment is due 2 days before."
        />
      </div>
      <Stockpile product={product} start={start} values={values} errors={errors} />
      <PictureField
        label="Photos"
        value={values ? values.image_url : start?.drawn_url}
        photos={values ? addresses(values.photos) : stored}
        seen={values ? addresses(values.photos_seen) : stored}
        error={errors.photos ?? errors.image_url}
        pictures={pictures}
      />
      <FormButtons back={back}>{product ? 'Save changes' : 'Create product'}</FormButtons>
    </Form>
  )
}

type StockpileProps = Pick<ProductFormProps, 'product'> & { start: ProductFormProps['product'] } & Pick<
    ReturnType<typeof useFormFields>,
    'values' | 'errors'
  >

const addresses = (typed = '') => typed.split(' ').filter(Boolean)

function Stockpile({ product, start, values, errors }: StockpileProps) {
  return (
    <>
      <Checkbox
        name="stockpile_allowed"
        label="Buyers may leave it with us for up to 14 days (grains and oil only)"
        defaultChecked={values ? values.stockpile_allowed === 'on' : (start?.stockpile_allowed ?? false)}
        error={errors.stockpile_allowed}
      />
      <p className="-mt-3 text-14 text-soft">
        {product?.can_be_stockpiled
          ? 'Our staff have confirmed it. A new name or category needs their confirmation again.'
          : 'Buyers are offered it once our staff have confirmed that it keeps.'}
      </p>
    </>
  )
}

interface QuantityFieldsProps {
  product: ProductFormProps['product']
  fieldProps: ReturnType<typeof useFormFields>['field']
}

/** Goods by final weight, such as fish or yam. */
function WeightTermsFields({ product, fieldProps }: QuantityFieldsProps) {
  const weight = (name: 'least_kg_per_unit' | 'most_kg_per_unit') => ({
    ...fieldProps(name, product?.[name]),
    required: false,
    inputMode: 'decimal' as const,
    autoComplete: 'off',
  })
  return (
    <>
      <TextField
        label="Sold by weight: least kg of one unit"
        {...weight('least_kg_per_unit')}
        hint="For fish, meat or yam of different sizes. Empty: not sold by weight."
      />
      <TextField
        label="Most kg of one unit"
        {...weight('most_kg_per_unit')}
        hint="Your price is for this weight. Buyers get the difference back when their goods are weighed."
      />
    </>
  )
}

function QuantityFields({ product, fieldProps }: QuantityFieldsProps) {
  const number = (name: string, stored: number | null | undefined) => ({
    ...fieldProps(name, stored),
    inputMode: 'numeric' as const,
    autoComplete: 'off',
  })
  return (
    <>
      <TextField
        label="Available quantity"
        {...number('available_quantity', product?.available_quantity)}
        required
        hint="Units you can sell now. A group buy reserves its target from this stock."
      />
      <TextField
        label="Minimum quantity"
        {...number('min_quantity', product?.min_quantity ?? 1)}
        required
        hint="The smallest order of one person"
      />
      <TextField
        label="Maximum quantity"
        {...number('max_quantity', product?.max_quantity)}
        required={false}
        hint="The largest order of one person"
      />
    </>
  )
}
