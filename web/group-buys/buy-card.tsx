import { DAY_MS } from '#domain/calendar.ts'
import { parsePriceTiers } from '#domain/group-buys/price-tiers.ts'
import { discountPercent, spotsLeft, unitsLeft } from '#domain/group-buys/progress.ts'
import { nairaToKobo } from '#domain/money.ts'
import { joinTexts } from '#domain/texts/errors.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { cx } from '#web/ui/cx.ts'
import { DealCard } from '#web/ui/deal-card.tsx'
import { count, daysUntil } from '#web/ui/format.ts'
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

/** A buy in a list: discount, price, pool, days and spots left, quantity and Join. */
export function BuyCard({ buy, live, now, eager = false, headingLevel = 'h2', join }: BuyCardProps) {
  const counts = { ...buy, ...live, current_price: live?.current_price ?? buy.current_price }
  const price = counts.current_price
  const discount = discountPercent(nairaToKobo(buy.base_price), nairaToKobo(price))
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
      badge={discount > 0 && <Badge tone="warm">{discount}% off</Badge>}
      priceTag={<PriceTag price={price} basePrice={buy.base_price} unit={buy.unit} />}
      poolBar={
        <PoolBar
          joined={counts.current_participants}
          paid={counts.paid_participants}
          minParticipants={buy.min_participants}
          tiers={parsePriceTiers(buy.price_tiers)}
          {...(!open && { sentence: endedPoolSentence(counts) })}
        />
      }
      timeLeft={open && isLastDay(buy.end_date, now) && <Countdown endsAt={buy.end_date} now={now} />}
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
          />
        )
      }
    >
      {open && <Left buy={counts} now={now} />}
    </DealCard>
  )
}

type CountedRow = Pick<
  BuyCardRow,
  'end_date' | 'unit' | 'max_participants' | 'current_participants' | 'target_quantity' | 'current_quantity'
>

/** Days, spots and units, in one row. */
function Left({ buy, now }: { buy: CountedRow; now: string }) {
  const spots = spotsLeft(buy.max_participants, buy.current_participants)
  const units = unitsLeft(buy.target_quantity, buy.current_quantity)
  return (
    <dl className="grid grid-cols-[auto_auto_auto] justify-between gap-2 text-14">
      <Fact term="Days left">{daysUntil(buy.end_date, now)}</Fact>
      <Fact term="Spots left" scarce={spots !== 'Unlimited' && spots <= FEW}>
        {typeof spots === 'number' ? count(spots) : spots}
      </Fact>
      <Fact term="Stock left" scarce={units <= FEW}>
        {count(units)} of {count(buy.target_quantity)}
      </Fact>
    </dl>
  )
}

/** From then on hours are shown; before, the days below are enough. */
const isLastDay = (end: string, now: string): boolean => Date.parse(end) - Date.parse(now) <= DAY_MS

/** This few left are shown in pepper red. */
const FEW = 3

function Fact({ term, scarce = false, children }: { term: string; scarce?: boolean; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-soft">{term}</dt>
      <dd className={cx('font-semibold tabular-nums', scarce && 'text-pepper')}>{children}</dd>
    </div>
  )
}
