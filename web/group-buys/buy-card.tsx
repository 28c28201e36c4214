import { useLingui } from '@lingui/react'
import { parsePriceTiers } from '#domain/group-buys/price/price-tiers.ts'
import { buyPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { progressPercent, spotsLeft, unitsLeft } from '#domain/group-buys/progress.ts'
import { countUnits } from '#domain/products/units.ts'
import { joinTexts } from '#domain/texts/errors.ts'
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
import { ALL_TAKEN } from './buy-texts.ts'
import { isOpen } from './is-open.ts'
import type { JoinOutcome } from './joining/join.ts'
import { JoinForm } from './joining/join-form.tsx'
import { useJoin } from './joining/use-join.ts'
import type { LiveCounts } from './live/live-counts.ts'
import { placesLeft } from './prices/places-left.ts'
import type { BuyCardRow, OwnPart } from './queries.ts'

interface BuyCardProps {
  buy: BuyCardRow
  /** Realtime counts, newer than those the page was rendered with. */
  live?: LiveCounts | undefined
  /** The server's time of the response. */
  now: string
  eager?: boolean
  /** The heading level: below the page's heading, or below a section's. */
  headingLevel?: 'h2' | 'h3'
  join: {
    key: string
    signedIn: boolean
    ownVendorId: string | null
    outcome: JoinOutcome | null
    /** The viewer's orders in the buys of the list. */
    parts: readonly OwnPart[]
  }
}

/**
 * A buy in a list: its current price and the most it can become, its participants, and one line with the days and spots
 * left. Signed-in viewers also get quantity and Join.
 */
export function BuyCard({ buy, live, now, eager = false, headingLevel = 'h2', join }: BuyCardProps) {
  const { i18n } = useLingui()
  const counts = { ...buy, ...live }
  const parts = join.parts.filter(({ group_buy_id }) => group_buy_id === buy.id)
  const joining = useJoin({ buy: counts, parts, actionResult: join.outcome, now })
  const far = useFarText(buy.vendor.state)
  const ownShop = join.ownVendorId === buy.vendor_id
  const open = isOpen(counts, now)
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
          <PriceTag price={buyPriceNaira(counts)} basePrice={buy.base_price} unit={buy.unit} />
          {open && <IfAllPay buy={counts} />}
          {open && (
            <p className="text-14 text-soft tabular-nums">
              {i18n.t('At most {price} all in', { price: kobo(buy.at_most_kobo) })}
            </p>
          )}
        </>
      }
      poolBar={
        <PoolBar
          joined={counts.current_participants}
          paid={counts.paid_participants}
          minParticipants={buy.min_participants}
          tiers={parsePriceTiers(buy.price_tiers)}
          {...(open
            ? { aside: <TimeLeft end={buy.end_date} now={now} /> }
            : { sentence: endedPoolSentence(counts, i18n) })}
        />
      }
      timeLeft={open && <SpotsLeft buy={counts} />}
      action={
        !open ? (
          <p className="font-semibold text-pepper">{i18n.t(joinTexts.notActive)}</p>
        ) : joining.mine === 0 && placesLeft(counts, 0) === 0 ? (
          <p className="font-semibold text-pepper">{i18n.t(ALL_TAKEN)}</p>
        ) : (
          <JoinForm
            buy={buy}
            join={joining}
            now={now}
            joinKey={join.key}
            signedIn={join.signedIn}
            ownShop={ownShop}
            quiet
          />
        )
      }
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
  'unit' | 'min_participants' | 'max_participants' | 'current_participants' | 'target_quantity' | 'current_quantity'
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
      {units > 0 && units <= FEW && (
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
