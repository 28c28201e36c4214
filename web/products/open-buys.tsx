import { useLingui } from '@lingui/react'
import { openOffer } from '#domain/group-buys/open-offer.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { kobo, moment } from '#web/ui/format.ts'
import type { OpenBuy } from './page-queries.ts'

interface OpenBuysProps {
  buys: readonly OpenBuy[]
  /** What one unit costs alone, in naira. */
  alone: number
}

/** The group buys of a product that can be joined, and what each saves against buying alone. */
export function OpenBuys({ buys, alone }: OpenBuysProps) {
  return (
    <ul id="open-buys" aria-label="Open group buys" className="grid gap-3">
      {buys.map((buy) => (
        <OpenBuyOffer key={buy.id} buy={buy} alone={alone} />
      ))}
    </ul>
  )
}

function OpenBuyOffer({ buy, alone }: { buy: OpenBuy; alone: number }) {
  const { i18n } = useLingui()
  const { priceKobo, savingKobo, next, isFull } = openOffer(buy, alone)
  return (
    <li className="rounded-card border border-leaf bg-leaf-wash p-4">
      <p className="text-18 font-bold tabular-nums">
        Open group buy: {kobo(priceKobo)} a {buy.unit}
      </p>
      <p className="mt-1 tabular-nums">
        {savingKobo > 0n && (
          <>
            <strong className="text-leaf">
              You save {kobo(savingKobo)} a {buy.unit}.
            </strong>{' '}
          </>
        )}
        {isFull ? 'All places are taken now.' : `${i18n.t(next.text, next.values)}.`} Closes {moment(buy.end_date)}.
      </p>
      <LinkButton to={`/group-buys/${buy.id}`} tone="plain" wide className="mt-3">
        See the group buy
      </LinkButton>
    </li>
  )
}
