import { useLingui } from '@lingui/react'
import { type ShownBuy, shownPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { moment, naira } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { stateSentence } from '../buy-state-texts.ts'

interface NotOpenProps {
  buy: Parameters<typeof stateSentence>[0]
  now: string
  /** Another open buy of the same product. */
  again: (ShownBuy & { id: string; unit: string }) | null
}

/** Why a buy cannot be joined, and an alternative. */
export function NotOpen({ buy, now, again }: NotOpenProps) {
  const { i18n } = useLingui()
  return (
    <Notice tone="info" title={i18n.t(joinTexts.notActive)}>
      {stateSentence(buy, { now, i18n })}
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {again && (
          <LinkButton to={`/group-buys/${again.id}`}>
            {i18n.t('Join the one that is open: {price} a {unit}', {
              price: naira(shownPriceNaira(again)),
              unit: again.unit,
            })}
          </LinkButton>
        )}
        <LinkButton to="/group-buys" tone="plain">
          {i18n.t('See what is open')}
        </LinkButton>
      </p>
    </Notice>
  )
}

/** An open buy of a shop that does not take orders at the moment. */
export function ShopClosed({ end, joined }: { end: string; joined: boolean }) {
  const { i18n } = useLingui()
  return (
    <Notice tone="warning" title={i18n.t('The shop is not open at the moment.')}>
      {i18n.t('Nobody can join or take more until it opens again.')}
      {joined &&
        ` ${i18n.t('Your order stands. You can leave until the group buy closes on {closes}. If you have not paid, you owe nothing.', { closes: moment(end) })}`}
    </Notice>
  )
}
