import { parsePriceTiers } from '#domain/group-buys/price-tiers.ts'
import { discountPercent, progressPercent, spotsLeft } from '#domain/group-buys/progress.ts'
import { koboToNaira, nairaToKobo } from '#domain/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { DealCard } from '#web/ui/deal-card.tsx'
import { count, daysUntil, plural } from '#web/ui/format.ts'
import { PoolBar } from '#web/ui/pool-bar.tsx'
import { PriceTag } from '#web/ui/price-tag.tsx'
import type { JoinOutcome } from './join.ts'
import { JoinForm } from './join-form.tsx'
import type { LiveCounts } from './live.ts'
import type { BuyCardRow } from './queries.ts'

export interface BuyCardProps {
  buy: BuyCardRow
  /** Newer counts than the page was rendered with. */
  live?: LiveCounts | undefined
  /** The server's time when it answered. */
  now: string
  eager?: boolean
  /** Under the page's own heading, or under that of a part of it. */
  headingLevel?: 'h2' | 'h3'
  join: { key: string; signedIn: boolean; ownVendorId: string | null; outcome: JoinOutcome | null; here: string }
}

/** A buy in a list: discount, price, pool, days and places left, quantity and Join. */
export function BuyCard({ buy, live, now, eager = false, headingLevel = 'h2', join }: BuyCardProps) {
  const participants = live?.current_participants ?? buy.current_participants
  const price = live?.current_price ?? buy.current_price ?? buy.base_price
  const discount = discountPercent(nairaToKobo(buy.base_price), nairaToKobo(price))
  const spots = spotsLeft(buy.max_participants, participants)
  const unitsLeft = Math.max(0, buy.target_quantity - (live?.current_quantity ?? buy.current_quantity))
  return (
    <DealCard
      name={buy.product_name}
      to={`/group-buys/${buy.id}`}
      picture={buy.image_url}
      eager={eager}
      headingLevel={headingLevel}
      place={`${buy.vendor.business_name}, ${buy.vendor_location}`}
      badge={discount > 0 && <Badge tone="warm">{discount}% off</Badge>}
      priceTag={<PriceTag price={price} basePrice={buy.base_price} unit={buy.unit} />}
      poolBar={
        <PoolBar
          joined={participants}
          paid={live?.paid_participants ?? buy.paid_participants}
          minParticipants={buy.min_participants}
          tiers={poolTiers(buy.price_tiers)}
          unit={buy.unit}
        />
      }
      timeLeft={<Countdown endsAt={buy.end_date} now={now} />}
      action={
        unitsLeft === 0 ? (
          <p className="font-semibold text-pepper">All taken. Places that come free are shown here.</p>
        ) : (
          <JoinForm
            buy={buy}
            joinKey={join.key}
            signedIn={join.signedIn}
            ownShop={join.ownVendorId === buy.vendor_id}
            outcome={join.outcome}
            here={join.here}
          />
        )
      }
    >
      <dl className="grid grid-cols-[auto_auto_auto] justify-between gap-2 text-14">
        <Fact term="Progress">{progressPercent(participants, buy.min_participants)}%</Fact>
        <Fact term="Days left">{daysUntil(buy.end_date, now)}</Fact>
        <Fact term="Spots left">{typeof spots === 'number' ? count(spots) : spots}</Fact>
      </dl>
      <p className="text-14 text-soft">
        {plural(unitsLeft, buy.unit)} of {count(buy.target_quantity)} left
      </p>
    </DealCard>
  )
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-soft">{term}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

/** Tiers as the pool bar draws them: prices in naira. */
export function poolTiers(priceTiers: string): { participants: number; price: number }[] {
  return parsePriceTiers(priceTiers).map(({ participants, priceKobo }) => ({
    participants,
    price: Number(koboToNaira(priceKobo)),
  }))
}
