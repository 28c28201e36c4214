import type { FormValues } from '#domain/forms/edits.ts'
import { parsePriceTiers } from '#domain/group-buys/price/price-tiers.ts'
import { type PreviewStep, previewEarnings } from '#domain/group-buys/selling/preview.ts'
import { nairaToKobo } from '#domain/money.ts'
import { countUnits } from '#domain/products/units.ts'
import { isCalendarDate, paymentDueAt } from '#domain/time/calendar.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { datedDay, datedMoment, kobo, plural } from '#web/ui/format.ts'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import { buyInput } from './buy-values.ts'

interface BuyPreviewProps {
  values: FormValues
  product: { base_price: number; unit: string; share_date: string | null }
  vendorFeeBasisPoints: number
}

/** Result of the form's terms for the vendor, computed by the rules that will settle the buy. */
export function BuyPreview({ values, product, vendorFeeBasisPoints }: BuyPreviewProps) {
  const target = wholeOf(values.target_quantity)
  const steps = previewEarnings({
    prices: {
      basePriceKobo: nairaToKobo(product.base_price),
      tiers: parsePriceTiers(JSON.stringify(buyInput(values).price_tiers)),
    },
    minParticipants: wholeOf(values.min_participants) ?? 1,
    targetQuantity: target ?? 0,
    vendorFeeBasisPoints,
  })
  const shareDate = isCalendarDate(values.share_date ?? '') ? (values.share_date ?? null) : product.share_date
  const due = shareDate && paymentDueAt(shareDate).toISOString()
  const steep = steps.filter(({ isSteep }) => isSteep)
  return (
    <section aria-labelledby="preview" className="border-t border-grain pt-5">
      <h2 id="preview" className="mb-2 text-22">
        What you get
      </h2>
      {steep.length > 0 && (
        <p role="status" className="mb-3 font-bold text-pepper">
          {steep.map(({ priceKobo }) => kobo(Number(priceKobo))).join(', ')}: far below your base price of{' '}
          {kobo(Number(nairaToKobo(product.base_price)))} a {product.unit}. Is it meant?
        </p>
      )}
      <Table
        stacked
        caption="What you get at each price"
        columns={columns(product.unit, target)}
        rows={steps}
        rowKey={({ participants }) => String(participants)}
      />
      <div className="mt-4">
        <DataList
          facts={[
            { label: 'Payment due', value: due ? datedMoment(due) : 'set a sharing day first' },
            { label: 'Window closes at the latest', value: due ? datedMoment(due) : 'set a sharing day first' },
            { label: 'Sharing day', value: shareDate ? datedDay(shareDate) : 'not set' },
          ]}
        />
      </div>
    </section>
  )
}

const columns = (unit: string, target: number | null): Column<PreviewStep>[] => [
  {
    header: 'People who pay',
    heading: true,
    cell: ({ participants }) => `From ${plural(participants, 'person', 'people')}`,
  },
  { header: `Price a ${unit}`, numeric: true, cell: ({ priceKobo }) => kobo(Number(priceKobo)) },
  { header: 'Our fee', numeric: true, cell: ({ feeKobo }) => kobo(Number(feeKobo)) },
  { header: `You get a ${unit}`, numeric: true, cell: ({ netKobo }) => kobo(Number(netKobo)) },
  {
    header: target ? `For ${countUnits(target, unit)}` : 'For the target',
    numeric: true,
    cell: ({ targetNetKobo }) => (target ? kobo(Number(targetNetKobo)) : 'no target yet'),
  },
]

function wholeOf(typed = ''): number | null {
  return /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : null
}
