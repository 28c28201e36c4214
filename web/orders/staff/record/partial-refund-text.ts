import { kobo } from '#web/ui/format.ts'

const FIGURES = [
  'returned_kobo',
  'fee_kobo',
  'delivery_kobo',
  'refund_kobo',
  'left_kobo',
  'held_kobo',
  'vendor_kobo',
  'vendor_fee_kobo',
  'loss_kobo',
] as const

/** Amounts a partial refund would move, in kobo, as the command reports them before confirmation. */
export type PartialRefundFigures = Record<(typeof FIGURES)[number], number>

/** Reads the figures of the refusal `refund_to_confirm`. */
export function readPartialRefundFigures(details: Readonly<Record<string, unknown>>): PartialRefundFigures {
  return Object.fromEntries(FIGURES.map((name) => [name, Number(details[name] ?? 0)])) as PartialRefundFigures
}

/** The amount, its recipient, who bears it, and what remains of the order. */
export function partialRefundText(
  figures: PartialRefundFigures,
  { buyer, shop }: { buyer: string; shop: string },
): string {
  const { returned_kobo: back, refund_kobo: refund, left_kobo: left } = figures
  const fees = [
    figures.fee_kobo ? `${kobo(figures.fee_kobo)} of our fee` : '',
    figures.delivery_kobo ? `${kobo(figures.delivery_kobo)} for delivery` : '',
  ].filter(Boolean)
  const withFees = fees.length > 0 ? `, ${fees.join(' and ')} included` : ''
  const peps = back - refund
  const way = peps === 0 ? 'in naira' : refund === 0 ? 'as PEPS' : `${kobo(refund)} in naira and ${kobo(peps)} as PEPS`
  const borne = [
    figures.held_kobo ? `${kobo(figures.held_kobo)} of goods is still held, and ${shop} does not get it` : '',
    figures.vendor_kobo ? `${kobo(figures.vendor_kobo)} is taken from the balance of ${shop}` : '',
    figures.vendor_fee_kobo ? `${kobo(figures.vendor_fee_kobo)} is the vendor’s fee, which we give up` : '',
    figures.loss_kobo ? `${kobo(figures.loss_kobo)} is our loss` : '',
  ].filter(Boolean)
  const rest = left > 0 ? `${kobo(left)} of goods is left of the order.` : 'Nothing is left of the order.'
  return `${kobo(back)} goes back to ${buyer}, ${way}${withFees}. Of it ${borne.join('; ')}. ${rest} This cannot be undone.`
}
