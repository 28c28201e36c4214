import { Form, useNavigation } from 'react-router'
import type { FormValues } from '#domain/forms/edits.ts'
import { MAX_TIERS } from '#domain/group-buys/price/tier-rules.ts'
import { countUnits } from '#domain/products/units.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { SteepPriceField } from '#web/desk/shop/steep-price-field.tsx'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { VersionField } from '#web/forms/version-field.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/controls/field.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { Checkbox } from '#web/ui/controls/text-field.tsx'
import { PhotoField } from '#web/ui/fields/photo-field.tsx'
import { day, naira } from '#web/ui/format.ts'
import { splitTierRows, storedBuyValues } from './buy-values.ts'
import type { OwnBuy, ProductChoice } from './queries.ts'
import { TermsFields } from './terms-fields.tsx'
import { TierFields } from './tier-fields.tsx'

interface BuyFormProps {
  id: string
  result: FormResult | undefined
  /** Values to start a new buy with. */
  initial: FormValues
  products: readonly ProductChoice[]
  /** A stored draft, whose product cannot be changed. */
  stored: OwnBuy | null
  /** A closed shop can only save drafts. */
  mayPublish: boolean
}

/**
 * The form of a group buy: period, target, participants and prices. A draft can be saved or published; a published buy
 * without participants can be saved.
 */
export function BuyForm({ id, result, initial: started, products, stored, mayPublish }: BuyFormProps) {
  const busy = useNavigation().state === 'submitting'
  const fields = useFormFields(result)
  const { form, errors } = fields
  const initial = stored ? storedBuyValues(stored) : started
  const values: FormValues = fields.values ?? initial
  const field: typeof fields.field = (name, former = values[name]) => fields.field(name, former)
  const isPublished = stored?.status === 'active'
  const product = products.find((one) => one.id === values.product_id)
  return (
    <Form
      ref={form}
      method="post"
      {...(!stored && { encType: 'multipart/form-data' as const })}
      noValidate
      className="grid max-w-[760px] gap-5"
    >
      <input type="hidden" name="id" value={id} />
      {stored && <VersionField values={fields.values} row={initial} />}
      {stored ? (
        <>
          <input type="hidden" name="product_id" value={values.product_id ?? ''} />
          <div>
            <p className="field-label">Product</p>
            <p>{product ? productLabel(product) : 'This product was deleted.'}</p>
            <FieldError error={errors.product_id} />
          </div>
        </>
      ) : (
        <SelectField
          label="Product"
          {...field('product_id')}
          hint="The group buy copies its name, unit, base price, limits and sharing day."
          options={[
            { value: '', label: 'Choose' },
            ...products.map((one) => ({ value: one.id, label: productLabel(one) })),
          ]}
        />
      )}
      <TermsFields field={field} product={product} hasSharingDay={!stored && values.share_date !== undefined} />
      <TierFields
        rows={splitTierRows(values.price_tiers)}
        error={errors.price_tiers}
        basePrice={product?.base_price ?? null}
      />
      <SelectField
        label="When people pay"
        {...field('payment_mode')}
        options={[
          { value: 'reserve', label: 'Reserve now, pay by the due day' },
          { value: 'pay_to_join', label: 'Pay to join: a place is held for minutes' },
        ]}
      />
      <Checkbox
        name="allow_extension"
        label="Extend once if too few people have paid"
        defaultChecked={values.allow_extension === 'on'}
      />
      <SteepPriceField question={errors.steep_price} typed={values.steep_price ?? ''} />
      {!stored && <LotPhotographsField values={values} error={errors.photos} />}
      <div className="flex flex-wrap gap-3">
        {isPublished && (
          <Button name="intent" value="change" busy={busy} busyLabel="Saving">
            Save the changes
          </Button>
        )}
        {!isPublished && mayPublish && (
          <Button name="intent" value="publish" busy={busy} busyLabel="Saving">
            Publish group buy
          </Button>
        )}
        {!isPublished && (
          <Button name="intent" value="draft" tone={mayPublish ? 'plain' : 'primary'} busy={busy} busyLabel="Saving">
            Save as draft
          </Button>
        )}
        <LinkButton to="/vendor/products/buys" tone="quiet">
          Back
        </LinkButton>
      </div>
      <p className="text-14 text-soft">
        Publishing reserves the target from the product’s stock. Price, target and dates are fixed once somebody has
        joined. At most {MAX_TIERS} price tiers.
      </p>
    </Form>
  )
}

/** Photographs of a new buy's goods. A stored buy has a page for them. */
function LotPhotographsField({ values, error }: { values: FormValues; error: TranslatableText | undefined }) {
  const lines = (text = '') => text.split('\n')
  const photos = lines(values.photos).filter(Boolean)
  return (
    <fieldset>
      <legend className="field-label mb-1">
        Photographs of the lot <span className="font-normal text-soft">(optional)</span>
      </legend>
      <PhotoField
        key={photos.join(' ')}
        photos={photos}
        seen={[]}
        captions={lines(values.photo_captions)}
        error={error}
        several
      />
    </fieldset>
  )
}

function productLabel({ name, unit, base_price: price, available_quantity: stock, share_date: date }: ProductChoice) {
  return `${name}, ${naira(price)} a ${unit}, ${countUnits(stock, unit)} in stock, ${date ? `shared ${day(date)}` : 'no sharing day yet'}`
}
