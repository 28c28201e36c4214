import { useLingui } from '@lingui/react'
import { lazy, Suspense } from 'react'
import { readDealOptions } from '#domain/deals/deal-options.ts'
import { DealCard } from '#web/ui/cards/deal-card.tsx'
import { PriceTag } from '#web/ui/cards/price-tag.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { dealTarget } from './deal-target.ts'
import type { FeaturedDealRow } from './queries.ts'

/** Browsers load it for content staff only: visitors pay for each kilobyte. The server renders it at once. */
const StaffTools = import.meta.env.SSR
  ? (await import('./home-tools.tsx')).default
  : lazy(() => import('./home-tools.tsx'))

interface FeaturedDealProps {
  deal: FeaturedDealRow
  /** The server's time of the response. */
  now: string
  eager?: boolean
  /** Whether the viewer is content staff, who can edit and delete. */
  mayEdit: boolean
}

/** A deal chosen by content staff. Its card opens the deal's product or group buy. */
export function FeaturedDeal({ deal, now, eager = false, mayEdit }: FeaturedDealProps) {
  const { i18n } = useLingui()
  const target = dealTarget(deal, now)
  return (
    <DealCard
      name={deal.name}
      picture={deal.image_url}
      eager={eager}
      {...(target.to && { to: target.to })}
      {...(target.place && { place: target.place })}
      priceTag={<PriceTag price={target.price} basePrice={target.basePrice} unit={target.unit} />}
      timeLeft={
        target.to && (
          <div className="flex flex-wrap justify-between gap-x-3 text-14">
            {target.endsAt && <Countdown endsAt={target.endsAt} now={now} />}
            {/* The whole card is the link. */}
            <span className="font-semibold text-adire">{i18n.t(target.action)}</span>
          </div>
        )
      }
    >
      <Options options={readDealOptions(deal.options)} />
      {mayEdit && (
        <Suspense>
          <StaffTools id={deal.id} name={deal.name} />
        </Suspense>
      )}
    </DealCard>
  )
}

function Options({ options }: { options: readonly string[] }) {
  const { i18n } = useLingui()
  if (options.length === 0) return null
  return (
    <ul aria-label={i18n.t('Options')} className="flex flex-wrap gap-1.5">
      {options.map((option) => (
        <li key={option} className="rounded-[5px] border border-grain px-2 py-0.5 text-14 break-words">
          {option}
        </li>
      ))}
    </ul>
  )
}
