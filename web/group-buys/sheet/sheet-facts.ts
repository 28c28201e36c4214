import type { I18n } from '@lingui/core'
import { type BuySums, sheetTotals } from '#domain/group-buys/sheet.ts'
import { heldLabel } from '#domain/group-buys/state-labels.ts'
import { counted } from '#web/languages/counted.ts'
import type { Fact } from '#web/ui/data-list.tsx'
import { kobo } from '#web/ui/format.ts'

interface SheetSums extends BuySums {
  /** Totals of the whole buy. */
  status: string
  paid_orders: number
  /** Null if it is not broken down. */
  price_drop_kobo: number | null
}

/** The money received and where it is now, line by line; each list ends with its total. */
export function sheetFacts(sums: SheetSums, i18n: I18n): { came: Fact[]; went: Fact[]; addsUp: boolean } {
  const { inKobo, outKobo, addsUp } = sheetTotals(sums)
  const { price_drop_kobo: drop, returned_kobo: returned } = sums
  const line = (label: string, amount: number): Fact[] => (amount === 0 ? [] : [{ label, value: kobo(amount) }])
  return {
    addsUp,
    came: [
      {
        label: counted(i18n, sums.paid_orders, {
          one: /*i18n*/ 'Paid in with {count} order',
          many: /*i18n*/ 'Paid in with {count} orders',
        }),
        value: kobo(sums.collected_kobo),
      },
      ...line(i18n.t('Paid by us, for goods that came short or damaged'), sums.loss_kobo),
      { label: i18n.t('Total that came in'), value: kobo(inKobo), total: true },
    ],
    went: [
      { label: i18n.t(heldLabel(sums.status)), value: kobo(sums.held_kobo) },
      ...(drop === null
        ? [{ label: i18n.t('Went back to buyers'), value: kobo(returned) }]
        : [
            ...line(i18n.t('Went back to buyers when the price was final'), drop),
            ...line(i18n.t('Went back to buyers for other reasons'), returned - drop),
          ]),
      { label: i18n.t('Released to the vendor'), value: kobo(sums.vendor_kobo) },
      { label: i18n.t('Fees paid by buyers'), value: kobo(sums.buyer_fee_kobo) },
      { label: i18n.t('Fees paid by the vendor'), value: kobo(sums.vendor_fee_kobo) },
      ...line(i18n.t('Delivery'), sums.delivery_kobo),
      ...line(i18n.t('Taken back by buyers’ banks'), sums.reversed_kobo),
      { label: i18n.t('Total'), value: kobo(outKobo), total: true },
    ],
  }
}
