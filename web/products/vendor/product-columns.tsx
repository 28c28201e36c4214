import { Form, Link } from 'react-router'
import type { FormValues } from '#domain/forms/edits.ts'
import type { Errors } from '#domain/forms/validation.ts'
import { pauseText } from '#domain/products/pauses.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { SteepPriceField } from '#web/desk/shop/steep-price-field.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { datedDay, day } from '#web/ui/format.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { OwnProduct } from './queries.ts'

/** Id of the form that the rows' checkboxes belong to. */
export const TICKED = 'ticked-products'

const TOOL = buttonClass({ tone: 'quiet', size: 'small' })

interface Submitted {
  errors?: Errors
  values?: FormValues
}

/** Stock and price are fields of the row's own form, which is in its last cell: a form cannot surround cells. */
export const productColumns = (today: string, submitted: Submitted | undefined): Column<OwnProduct>[] => [
  { header: 'Product', heading: true, cell: (product) => <Name product={product} today={today} /> },
  {
    header: 'In stock',
    cell: (product) => (
      <TextField
        label={`In stock: ${product.name}`}
        hideLabel
        form={formOf(product)}
        name="available_quantity"
        inputMode="numeric"
        autoComplete="off"
        required
        defaultValue={typed(product, submitted)?.available_quantity ?? product.available_quantity}
        error={typed(product, submitted) && submitted?.errors?.available_quantity}
        className="sm:w-28"
      />
    ),
  },
  {
    header: 'Base price',
    cell: (product) => (
      <TextField
        label={`Base price of a ${product.unit}: ${product.name}`}
        hideLabel
        form={formOf(product)}
        name="base_price"
        prefix="₦"
        inputMode="decimal"
        autoComplete="off"
        required
        defaultValue={typed(product, submitted)?.base_price ?? product.base_price}
        error={typed(product, submitted) && submitted?.errors?.base_price}
        className="sm:w-36"
      />
    ),
  },
  { header: 'Tools', hideHeader: true, cell: (product) => <Tools product={product} submitted={submitted} /> },
]

const formOf = ({ id }: OwnProduct) => `stock-${id}`

/** The rejected input of this row. */
const typed = ({ id }: OwnProduct, submitted: Submitted | undefined): FormValues | null =>
  submitted?.values?.id === id ? submitted.values : null

function Name({ product, today }: { product: OwnProduct; today: string }) {
  const { id, name, image_url: picture, unit, available_quantity: stock, min_quantity: least } = product
  return (
    <span className="flex items-start gap-2 sm:min-w-56">
      <label className="-my-1 -ml-2 flex size-11 shrink-0 items-center justify-center">
        <span className="sr-only">Tick {name}</span>
        <input type="checkbox" form={TICKED} name="product_id" value={id} className="size-5" />
      </label>
      <Picture src={picture} alt="" width={44} height={44} className="size-11 shrink-0 object-contain" />
      <span className="min-w-0">
        <Link to={`/vendor/products/${id}`} className="break-words text-link">
          {name}
        </Link>
        <span className="block text-14 font-normal text-soft">a {unit}</span>
        <span className="flex flex-wrap gap-1">
          {stock < least && <Badge tone="urgent">Sold out</Badge>}
          {product.paused_until && (
            <>
              <Badge tone="info">Paused</Badge>
              <span className="text-14 font-normal text-soft">
                {formatInEnglish(pauseText(new Date(product.paused_until)))}
              </span>
            </>
          )}
          <ShareDay date={product.share_date} today={today} />
        </span>
      </span>
    </span>
  )
}

function ShareDay({ date, today }: { date: string | null; today: string }) {
  if (!date) return <Badge tone="warm">No sharing day</Badge>
  if (date < today) return <Badge tone="warm">Shared {day(date)}, past</Badge>
  return <span className="text-14 font-normal text-soft">Shared on {datedDay(date)}</span>
}

function Tools({ product, submitted }: { product: OwnProduct; submitted: Submitted | undefined }) {
  const { id, name, unit, available_quantity: stock, base_price: price } = product
  const rejected = typed(product, submitted)
  return (
    <div className="grid gap-2 sm:justify-items-end">
      <Form method="post" id={formOf(product)} preventScrollReset className="grid gap-2 sm:justify-items-end">
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="name" value={name} />
        <input type="hidden" name="unit" value={unit} />
        <input type="hidden" name="seen_quantity" value={rejected?.seen_quantity ?? stock} />
        <input type="hidden" name="seen_price" value={rejected?.seen_price ?? price} />
        {rejected && <SteepPriceField question={submitted?.errors?.steep_price} typed={rejected.steep_price ?? ''} />}
        <Button tone="plain" size="small">
          Save <span className="sr-only">stock and price of {name}</span>
        </Button>
      </Form>
      <div className="-ml-3 flex flex-wrap sm:ml-0 sm:justify-end">
        <Link to={`/vendor/products/buys/new?product=${id}`} className={TOOL}>
          Group buy <span className="sr-only">of {name}</span>
        </Link>
        <Link to={`/vendor/products/new?from=${id}`} className={TOOL}>
          Duplicate <span className="sr-only">{name}</span>
        </Link>
      </div>
    </div>
  )
}
