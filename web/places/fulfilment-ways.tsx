import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { STOCKPILE_DAYS } from '#domain/limits.ts'
import { kobo } from '#web/ui/format.ts'
import type { ShopFulfilment } from './queries.ts'

interface FulfilmentWaysProps {
  ways: ShopFulfilment
  state: string
  /** Whether the product can be stockpiled. */
  canStockpile: boolean
}

/** Number of places named; the rest are counted. */
const NAMED = 3

/** How a shop's products can be received: collection places, delivery, or stockpile. */
export function FulfilmentWays({ ways, state, canStockpile }: FulfilmentWaysProps) {
  const { i18n } = useLingui()
  const { places, feesKobo } = ways
  const named = places
    .slice(0, NAMED)
    .map(({ name, lga }) => `${name}, ${lga}`)
    .join('; ')
  const more = places.length - NAMED
  return (
    <section aria-labelledby="ways">
      <h2 id="ways" className="mb-3 text-22">
        {i18n.t('How you get it')}
      </h2>
      <dl className="divide-y divide-grain border-y border-grain">
        <FulfilmentRow term={i18n.t('Pickup, free')}>
          {places.length === 0 && i18n.t('The vendor tells you where to collect it.')}
          {more > 0 ? i18n.t('{places}; and {count} more', { places: named, count: more }) : named}
        </FulfilmentRow>
        <FulfilmentRow term={i18n.t('Delivery')}>{deliveryText(i18n, feesKobo, state)}</FulfilmentRow>
        {canStockpile && (
          <FulfilmentRow term={i18n.t('Kept for you')}>
            {i18n.t('Leave it at a pickup place for up to {days} days.', { days: STOCKPILE_DAYS })}
          </FulfilmentRow>
        )}
      </dl>
      <p className="mt-1 text-14 text-soft">
        {i18n.t('You choose before you pay.')}{' '}
        <Link to="/places" className="inline-flex min-h-11 items-center text-link">
          {i18n.t('All places and fees')}
        </Link>
      </p>
    </section>
  )
}

function FulfilmentRow({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-4 py-2">
      <dt className="text-soft">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

function deliveryText(i18n: I18n, feesKobo: readonly number[], state: string): string {
  if (feesKobo.length === 0) return i18n.t('Not in {state} yet', { state })
  const [least, most] = [Math.min(...feesKobo), Math.max(...feesKobo)]
  if (least === most) return i18n.t('In {state}: {fee}', { state, fee: kobo(least) })
  return i18n.t('In {state}: {least} to {most}', { state, least: kobo(least), most: kobo(most) })
}
