import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { parsePriceTiers } from '#domain/group-buys/price/price-tiers.ts'
import { buyPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { progressPercent, spotsLeft, unitsLeft } from '#domain/group-buys/progress.ts'
import { countUnits } from '#domain/products/units.ts'
import { DAY_MS } from '#domain/time/calendar.ts'
import { counted } from '#web/languages/counted.ts'
import { useFarText } from '#web/places/area/use-far-text.ts'
import { DealCard } from '#web/ui/cards/deal-card.tsx'
import { IfAllPay } from '#web/ui/cards/if-all-pay.tsx'
import { PoolBar } from '#web/ui/cards/pool-bar.tsx'
import { PriceTag } from '#web/ui/cards/price-tag.tsx'
import { stallPicture } from '#web/ui/cards/stall-picture.ts'
import { Countdown } from '#web/ui/countdown.tsx'
import { cx } from '#web/ui/cx.ts'
import { daysUntil, kobo } from '#web/ui/format.ts'
import { endedPoolSentence } from './buy-state-texts.ts'
import { isOpen } from './is-open.ts'
import type { BuyCardRow } from './queries.ts'

interface BuyFaceProps {
  /** With the newest counts; the realtime price may be missing. */
  buy: Omit<BuyCardRow, 'current_price'> & { current_price: number | null }
  /** The server's time of the response. */
  now: string
  eager?: boolean
  /** The heading level: below the page's heading, or below a section's. */
  headingLevel?: 'h2' | 'h3'
  /** How it is joined; none where the card only leads to its page. */
  action?: ReactNode
}

/** The card of a buy: its current price and the most it can become, its participants, and the days and spots left. */
export function BuyFace({ buy, now, eager = false, headingLevel = 'h2', action }: BuyFaceProps) {
  const { i18n } = useLingui()
  const far = useFarText(buy.vendor.state)
  const open = isOpen(buy, now)
  return (
    <DealCard
      name={buy.product_name}
      to={`/group-buys/${buy.id}`}
      picture={stallPicture(buy.image_url, { unit: buy.unit, seller: buy.vendor_id })}
      eager={eager}
      headingLevel={headingLevel}
      place={{ city: buy.vendor_location, shop: buy.vendor.business_name }}
      far={far}
      priceTag={
        <>
          <PriceTag price={buyPriceNaira(buy)} basePrice={buy.base_price} unit={buy.unit} />
          {open && <IfAllPay buy={buy} />}
          {open && (
            <p className="text-14 text-soft tabular-nums">
              {i18n.t('At most {price} all in', { price: kobo(buy.at_most_kobo) })}
            </p>
          )}
        </>
      }
      poolBar={
        <PoolBar
          joined={buy.current_participants}
          paid={buy.paid_participants}
          minParticipants={buy.min_participants}
          tiers={parsePriceTiers(buy.price_tiers)}
          {...(open
            ? { aside: <TimeLeft end={buy.end_date} now={now} /> }
            : { sentence: endedPoolSentence(buy, i18n) })}
        />
      }
      timeLeft={open && <SpotsLeft buy={buy} />}
      action={action}
    />
  )
}

/** Days left; on the last day also hours. */
function TimeLeft({ end, now }: { end: string; now: string }) {
  const { i18n } = useLingui()
  if (isLastDay(end, now)) return <Countdown endsAt={end} now={now} />
  return (
    <p className="font-semibold text-ink">
      {counted(i18n, daysUntil(end, now), { one: /*i18n*/ '{count} day left', many: /*i18n*/ '{count} days left' })}
    </p>
  )
}

type CountedRow = Pick<
  BuyCardRow,
  | 'unit'
  | 'top_up_at'
  | 'min_participants'
  | 'max_participants'
  | 'current_participants'
  | 'target_quantity'
  | 'current_quantity'
>

/** One line with the progress, the spots left, and the units left once they are few. */
function SpotsLeft({ buy }: { buy: CountedRow }) {
  const { i18n } = useLingui()
  const spots = spotsLeft(buy.max_participants, buy.current_participants)
  const units = unitsLeft(buy.target_quantity, buy.current_quantity)
  const percent = progressPercent(buy.current_participants, buy.min_participants)
  return (
    <p className="-mt-2 flex flex-wrap justify-between gap-x-3 text-14 text-soft tabular-nums">
      <span>{percent >= 100 ? i18n.t('Minimum reached') : i18n.t('{percent}% of minimum', { percent })}</span>
      {units > 0 && (buy.top_up_at || units <= FEW) && (
        <span className={SCARCE}>{i18n.t('only {units} left', { units: countUnits(units, buy.unit) })}</span>
      )}
      <span className={cx(spots !== 'Unlimited' && spots <= FEW && SCARCE)}>
        {spots === 'Unlimited'
          ? i18n.t('Unlimited spots')
          : counted(i18n, spots, { one: /*i18n*/ '{count} spot left', many: /*i18n*/ '{count} spots left' })}
      </span>
    </p>
  )
}

/** Hours are shown on the last day only. */
const isLastDay = (end: string, now: string): boolean => Date.parse(end) - Date.parse(now) <= DAY_MS

/** At most this many left are shown in pepper red. */
const FEW = 3
const SCARCE = 'font-semibold text-pepper'
