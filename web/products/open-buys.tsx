import { useLingui } from '@lingui/react'
import { openOffer } from '#domain/group-buys/participants/open-offer.ts'
import { translate } from '#web/languages/translate.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { kobo, moment } from '#web/ui/format.ts'
import type { ProductOpenBuy } from './page-queries.ts'

interface OpenBuysProps {
  buys: readonly ProductOpenBuy[]
  /** Naira per unit outside a group buy. */
  alone: number
  /** The buy that leads the page. */
  lead: ProductOpenBuy | null
}

/** A product's open group buys, with the saving against buying alone. */
export function OpenBuys({ buys, alone, lead }: OpenBuysProps) {
  const { i18n } = useLingui()
  return (
    <ul id="open-buys" aria-label={i18n.t('Open group buys')} className="grid gap-3">
      {buys.map((buy) => (
        <OpenBuyOffer key={buy.id} buy={buy} alone={alone} leads={buy === lead} />
      ))}
    </ul>
  )
}

function OpenBuyOffer({ buy, alone, leads }: { buy: ProductOpenBuy; alone: number; leads: boolean }) {
  const { i18n } = useLingui()
  const { priceKobo, savingKobo, next, isFull } = openOffer(buy, alone)
  return (
    <li className="rounded-card border border-leaf bg-leaf-wash p-4">
      <p className="text-18 font-bold tabular-nums">
        {i18n.t('Open group buy: {price} a {unit}', { price: kobo(priceKobo), unit: buy.unit })}
      </p>
      <p className="mt-1 tabular-nums">
        {savingKobo > 0n && (
          <>
            <strong className="text-leaf">
              {i18n.t('You save {amount} a {unit}.', { amount: kobo(savingKobo), unit: buy.unit })}
            </strong>{' '}
          </>
        )}
        {isFull ? i18n.t('All places are taken.') : `${translate(i18n, next)}.`}{' '}
        {i18n.t('Closes {moment}.', { moment: moment(buy.end_date) })}
      </p>
      <LinkButton to={`/group-buys/${buy.id}`} tone={leads ? 'primary' : 'plain'} wide className="mt-3">
        {i18n.t('See the group buy')}
      </LinkButton>
    </li>
  )
}
