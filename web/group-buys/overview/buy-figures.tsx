import { useLingui } from '@lingui/react'
import { shownPrice } from '#domain/group-buys/price/shown-price.ts'
import { discountPercent, progressPercent, spotsLeft } from '#domain/group-buys/progress.ts'
import { nairaToKobo } from '#domain/money.ts'
import { countUnits } from '#domain/products/units.ts'
import { Disclosure } from '#web/ui/browse/disclosure.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { count, daysUntil } from '#web/ui/format.ts'

interface FiguresBuy {
  base_price: number
  price_tiers: string
  locked_participants: number
  current_participants: number
  min_participants: number
  max_participants: number | null
  current_quantity: number
  target_quantity: number
  unit: string
  end_date: string
}

/**
 * The specification's figures of an open buy, updated in real time. Collapsed, because the progress bar shows them
 * better.
 */
export function BuyFigures({ buy, now }: { buy: FiguresBuy; now: string }) {
  const { i18n } = useLingui()
  const spots = spotsLeft(buy.max_participants, buy.current_participants)
  const discount = discountPercent(nairaToKobo(buy.base_price), shownPrice(buy).priceKobo)
  return (
    <Disclosure
      title={i18n.t('{taken} of {units} taken', {
        taken: count(buy.current_quantity),
        units: countUnits(buy.target_quantity, buy.unit),
      })}
    >
      <DataList
        facts={[
          { label: i18n.t('Discount now'), value: `${discount}%` },
          {
            label: i18n.t('Progress'),
            value: i18n.t('{percent}% of the minimum of {minimum}', {
              percent: progressPercent(buy.current_participants, buy.min_participants),
              minimum: buy.min_participants,
            }),
          },
          { label: i18n.t('Spots left'), value: typeof spots === 'number' ? count(spots) : i18n.t(spots) },
          { label: i18n.t('Days left'), value: daysUntil(buy.end_date, now) },
        ]}
      />
    </Disclosure>
  )
}
