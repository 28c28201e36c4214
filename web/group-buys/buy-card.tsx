import { DAY_MS } from '#domain/calendar.ts'
import { parsePriceTiers } from '#domain/group-buys/price-tiers.ts'
import { progressPercent, spotsLeft, unitsLeft } from '#domain/group-buys/progress.ts'
import { countUnits } from '#domain/products/units.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { Countdown } from '#web/ui/countdown.tsx'
import { cx } from '#web/ui/cx.ts'
import { DealCard } from '#web/ui/deal-card.tsx'
import { daysUntil, kobo, plural } from '#web/ui/format.ts'
import { PoolBar } from '#web/ui/pool-bar.tsx'
import { PriceTag } from '#web/ui/price-tag.tsx'
import { stallPicture } from '#web/ui/stall-picture.ts'
import { isOpen } from './is-open.ts'
import type { JoinOutcome } from './join.ts'
import { JoinForm } from './join-form.tsx'
import type { LiveCounts } from './live-counts.ts'
import { placesLeft } from './places-left.ts'
import type { BuyCardRow, OwnPart } from './queries.ts'
import { endedPoolSentence } from './state-sentence.ts'
import { useJoin } from './use-join.ts'

interface BuyCardProps {
  buy: BuyCardRow
  /** Counts newer than those the page was rendered with. */
  live?: LiveCounts | undefined
  /** The server's time when it answered. */
  now: string
  eager?: boolean
  /** The heading level: below the page's heading, or below a section's. */
  headingLevel?: 'h2' | 'h3'
  join: {
    key: string
    signedIn: boolean
    ownVendorId: string | null
    outcome: JoinOutcome | null
    here: string
    /** The viewer's orders in the buys shown. */
    parts: readonly OwnPart[]
  }
}

/** A buy in a list: the price now and the most it can become, who is in, and one line of days and spots left. Signed in: quantity and Join. */
export function BuyCard({ buy, live, now, eager = false, headingLevel = 'h2', join }: BuyCardProps) {
  const counts = { ...buy, ...live, current_price: live?.current_price ?? buy.current_price }
  const parts = join.parts.filter(({ group_buy_id }) => group_buy_id === buy.id)
  const joining = useJoin({ buy: counts, parts, answered: join.outcome, now })
  const ownShop = join.ownVendorId === buy.vendor_id
  const open = isOpen(counts, now)
  return (
    <DealCard
      name={buy.product_name}
      to={`/group-buys/${buy.id}`}
      picture={stallPicture(buy.image_url, { unit: buy.unit, seller: buy.vendor_id })}
      eager={eager}
      headingLevel={headingLevel}
      place={`${buy.vendor.business_name}, ${buy.vendor_location}`}
      priceTag={
        <>
          <PriceTag price={counts.current_price} basePrice={buy.base_price} unit={buy.unit} />
          {open && <p className="text-14 text-soft tabular-nums">At most {kobo(buy.at_most_kobo)} all in</p>}
        </>
      }
      poolBar={
        <PoolBar
          joined={counts.current_participants}
          paid={counts.paid_participants}
          minParticipants={buy.min_participants}
          tiers={parsePriceTiers(buy.price_tiers)}
          {...(open ? { aside: <TimeLeft end={buy.end_date} now={now} /> } : { sentence: endedPoolSentence(counts) })}
        />
      }
      timeLeft={open && <Left buy={counts} />}
      action={
        !open ? (
          <p className="font-semibold text-pepper">{joinTexts.notActive}</p>
        ) : placesLeft(counts, joining.mine) === 0 ? (
          <p className="font-semibold text-pepper">All taken. Free places will show here.</p>
        ) : (
          <JoinForm
            buy={buy}
            join={joining}
            joinKey={join.key}
            signedIn={join.signedIn}
            ownShop={ownShop}
            here={join.here}
            quiet
          />
        )
      }
    />
  )
}

/** Days, and hours on the last. */
function TimeLeft({ end, now }: { end: string; now: string }) {
  if (isLastDay(end, now)) return <Countdown endsAt={end} now={now} />
  return <p className="font-semibold text-ink">{plural(daysUntil(end, now), 'day')} left</p>
}

type CountedRow = Pick<
  BuyCardRow,
  'unit' | 'min_participants' | 'max_participants' | 'current_participants' | 'target_quantity' | 'current_quantity'
>

/** Progress, spots, and units once they are few: one line. */
function Left({ buy }: { buy: CountedRow }) {
  const spots = spotsLeft(buy.max_participants, buy.current_participants)
  const units = unitsLeft(buy.target_quantity, buy.current_quantity)
  return (
    <p className="-mt-2 flex flex-wrap justify-between gap-x-3 text-14 text-soft tabular-nums">
      <span>{progressPercent(buy.current_participants, buy.min_participants)}% of minimum</span>
      {units > 0 && units <= FEW && <span className={SCARCE}>only {countUnits(units, buy.unit)} left</span>}
      <span className={cx(spots !== 'Unlimited' && spots <= FEW && SCARCE)}>
        {spots === 'Unlimited' ? 'Unlimited spots' : `${plural(spots, 'spot')} left`}
      </span>
    </p>
  )
}

/** From then on hours are shown; before, the days are enough. */
const isLastDay = (end: string, now: string): boolean => Date.parse(end) - Date.parse(now) <= DAY_MS

/** This few left are shown in pepper red. */
const FEW = 3
const SCARCE = 'font-semibold text-pepper'
