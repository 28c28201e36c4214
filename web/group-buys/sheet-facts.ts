import { addUp, type BuySums } from '#domain/group-buys/sheet.ts'
import type { Fact } from '#web/ui/data-list.tsx'
import { kobo, plural } from '#web/ui/format.ts'

interface Sums extends BuySums {
  paid_orders: number
  /** Null where it is not told apart. */
  price_drop_kobo: number | null
}

/** What came in, line by line, and where it is now; each list ends with its total. */
export function sheetFacts(sums: Sums): { came: Fact[]; went: Fact[]; addsUp: boolean } {
  const { inKobo, outKobo, addsUp } = addUp(sums)
  const { price_drop_kobo: drop, returned_kobo: returned } = sums
  const line = (label: string, amount: number): Fact[] => (amount === 0 ? [] : [{ label, value: kobo(amount) }])
  return {
    addsUp,
    came: [
      { label: `Paid in with ${plural(sums.paid_orders, 'order')}`, value: kobo(sums.collected_kobo) },
      ...line('Paid by us, for goods that came short or damaged', sums.loss_kobo),
      { label: 'Came in', value: kobo(inKobo), total: true },
    ],
    went: [
      { label: 'Held until the food is handed over', value: kobo(sums.held_kobo) },
      ...(drop === null
        ? [{ label: 'Went back to buyers', value: kobo(returned) }]
        : [
            ...line('Went back to buyers because the price fell', drop),
            ...line('Went back to buyers for other reasons', returned - drop),
          ]),
      { label: 'Released to the vendor', value: kobo(sums.vendor_kobo) },
      { label: 'Fees of the buyers', value: kobo(sums.buyer_fee_kobo) },
      { label: 'Fees of the vendor', value: kobo(sums.vendor_fee_kobo) },
      ...line('Delivery', sums.delivery_kobo),
      ...line('Taken back by buyers’ banks', sums.reversed_kobo),
      { label: 'Together', value: kobo(outKobo), total: true },
    ],
  }
}
