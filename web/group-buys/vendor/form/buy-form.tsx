import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormValues } from '#domain/forms/edits.ts'
import { MAX_TIERS } from '#domain/group-buys/price/tier-rules.ts'
import { countUnits } from '#domain/products/units.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { SteepPriceField } from '#web/desk/shop/steep-price-field.tsx'
import { PhotoField } from '#web/files/pictures/photo-field.tsx'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { faultId } from '#web/forms/outcome.tsx'
import { VersionField } from '#web/forms/version-field.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/controls/field.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { Checkbox } from '#web/ui/controls/text-field.tsx'
import { day, naira } from '#web/ui/format.ts'
import { useHydrated } from '#web/ui/hydrated.ts'
import type { OwnBuy, ProductChoice } from '../queries.ts'
import { BuyPreview } from './buy-preview.tsx'
import { readBuyForm, splitTierRows, storedBuyValues } from './buy-values.ts'
import { PackFields } from './pack-fields.tsx'
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
  /** The rate in force, for new buys. */
  vendorFeeBasisPoints: number
  /** A closed shop can only save drafts. */
  mayPublish: boolean
}

/**
 * The form of a group buy: period, target, participants and prices. A draft can be saved or published; a published buy
 * without participants can be saved.
 */
export function BuyForm({
  id,
  result,
  initial: started,
  products,
  stored,
  vendorFeeBasisPoints,
  mayPublish,
}: BuyFormProps) {
  const busy = useNavigation().state === 'submitting'
  const fields = useFormFields(result)
  const { form, errors } = fields
  const initial = stored ? storedBuyValues(stored) : started
  const values: FormValues = fields.values ?? initial
  const field = (name: string) => ({ id: faultId(name), ...fields.field(name, values[name]) })
  const [typed, setTyped] = useState<FormValues | null>(null)
  const hydrated = useHydrated()
  const isPublished = stored?.status === 'active'
  const product = products.find((one) => one.id === values.product_id)
  const previewed = products.find((one) => one.id === (typed ?? values).product_id)
  return (
    <Form
      ref={form}
      method="post"
      {...(!stored && { encType: 'multipart/form-data' as const })}
      noValidate
      onInput={({ currentTarget }) => setTyped(readBuyForm(new FormData(currentTarget)))}
      className="grid max-w-[760px] gap-5"
    >
      <input type="hidden" name="id" value={id} />
      {stored && <VersionField values={fields.values} row={initial} />}
      {stored ? (
        <>
          <input type="hidden" name="product_id" value={values.product_id ?? ''} />
          <div id={faultId('product_id')} tabIndex={-1}>
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
      <PackFields field={field} unit={product?.unit} />
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
      {previewed && (
        <BuyPreview
          values={typed ?? values}
          product={isPublished && stored ? stored : previewed}
          vendorFeeBasisPoints={isPublished && stored ? stored.vendor_fee_bps : vendorFeeBasisPoints}
        />
      )}
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
        {!hydrated && (
          <Button name="intent" value="preview" tone="plain">
            Show what I get
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
    <fieldset id={faultId('photos')} tabIndex={-1}>
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
