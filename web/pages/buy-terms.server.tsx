import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import type { Api } from '#api/api.ts'
import { countUnits } from '#domain/products/units.ts'
import { readRepeatingBuy } from '#web/cycles/queries.ts'
import { Repeats } from '#web/cycles/repeats.server.tsx'
import { readOwnTerms } from '#web/quantity-requests/queries.ts'
import { staticMarkup } from '#web/rendering/static-markup.server.tsx'
import { OrderingFor } from '#web/ui/facts/ordering-for.tsx'

interface BoundedBuy {
  id: string
  unit: string
  max_quantity: number | null
  target_quantity: number
  current_quantity: number
  cycle_id: string | null
}

interface BuyTerms {
  /** The most that the viewer may take; null if there is no maximum. */
  maxQuantity: number | null
  /** Whom the order is for, how to get more than one person may take, and whether it is repeated. */
  html: string
}

/** The viewer's own terms of joining, as HTML without scripts. */
export async function readBuyTerms(
  api: Api,
  buy: BoundedBuy,
  { userId, i18n }: { userId: string | null; i18n: I18n },
): Promise<BuyTerms> {
  const [terms, cycle] = await Promise.all([
    userId ? readOwnTerms(api, buy.id) : null,
    readRepeatingBuy(api, buy.cycle_id),
  ])
  const usual = buy.max_quantity
  const markup = (part: ReactNode) => staticMarkup(part, { i18n, shell: { area: null, savesData: false } })
  const repeats = cycle && <Repeats cycle={cycle} />
  if (!terms) return { maxQuantity: usual, html: repeats ? markup(repeats) : '' }
  const { business, granted_quantity: granted } = terms
  const maxQuantity = usual === null ? null : Math.max(usual, granted ?? 0)
  const asked = terms.request_status === 'open' ? terms.requested_quantity : null
  const isLeft = buy.current_quantity < buy.target_quantity
  const part = (
    <div className="grid gap-1">
      <OrderingFor business={business} />
      {maxQuantity !== null && isLeft && (
        <MoreUnits buy={buy} most={maxQuantity} isGranted={usual !== maxQuantity} asked={asked} />
      )}
      {repeats}
    </div>
  )
  return { maxQuantity, html: markup(part) }
}

interface MoreUnitsProps {
  buy: Pick<BoundedBuy, 'id' | 'unit'>
  most: number
  isGranted: boolean
  /** The quantity that the viewer has asked the shop for; null for none. */
  asked: number | null
}

function MoreUnits({ buy, most, isGranted, asked }: MoreUnitsProps) {
  const { i18n } = useLingui()
  const units = countUnits(most, buy.unit)
  return (
    <p>
      {isGranted
        ? i18n.t('The shop agreed: you may take {units} in total.', { units })
        : i18n.t('One person may take {units} in total.', { units })}{' '}
      {asked !== null && i18n.t('You asked for {units}.', { units: countUnits(asked, buy.unit) })}{' '}
      <a href={`/account/more/${buy.id}`} className="inline-flex min-h-11 items-center text-link">
        {asked === null ? i18n.t('Ask the shop for more') : i18n.t('See your request')}
      </a>
    </p>
  )
}
