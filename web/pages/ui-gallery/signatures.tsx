import { useState } from 'react'
import { priceAt } from '#domain/group-buys/price/price-tiers.ts'
import { koboToNaira } from '#domain/money.ts'
import { DAY_MS, HOUR_MS } from '#domain/time/calendar.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DealCard, DealGrid } from '#web/ui/cards/deal-card.tsx'
import { Gallery } from '#web/ui/cards/gallery.tsx'
import { PoolBar } from '#web/ui/cards/pool-bar.tsx'
import { PriceTag } from '#web/ui/cards/price-tag.tsx'
import { StallFrame } from '#web/ui/cards/stall-frame.tsx'
import { QuantityStepper } from '#web/ui/controls/quantity-stepper.tsx'
import { Countdown } from '#web/ui/countdown.tsx'

const TIERS = [
  { participants: 5, priceKobo: 6_400_000n },
  { participants: 10, priceKobo: 5_800_000n },
  { participants: 20, priceKobo: 5_450_000n },
]

const BUYS = [
  {
    name: 'Ofada rice',
    picture: 'ofada-rice',
    place: { city: 'Ibadan', shop: 'Mama Ope Foods' },
    joined: 7,
    paid: 4,
    hours: 51,
  },
  {
    name: 'Roma tomatoes, big basket',
    picture: 'tomatoes',
    place: { city: 'Jos', shop: 'Jos Fresh' },
    joined: 0,
    paid: 0,
    hours: 5,
  },
  {
    name: 'Titus fish, full carton',
    picture: 'mackerel',
    place: { city: 'Lagos', shop: 'Ice House' },
    joined: 23,
    paid: 20,
    hours: 200,
  },
  {
    name: 'Very long name of a product that a vendor from Akwa Ibom has typed in full',
    picture: 'palm-oil',
    place: { city: 'Ikot Ekpene', shop: 'Ekong and Daughters Original Red Palm Oil Company Limited' },
    joined: 12,
    paid: 3,
    hours: -1,
  },
]

export function DealSamples({ now }: { now: string }) {
  const [joined, setJoined] = useState(0)
  const joinedPrice = (count: number) =>
    Number(koboToNaira(priceAt({ basePriceKobo: 6_800_000n, tiers: TIERS }, count)))
  return (
    <div className="grid gap-10">
      <DealGrid label="Samples of buys">
        {BUYS.map((buy) => (
          <li key={buy.name}>
            <DealCard
              name={buy.name}
              to="/dev/ui"
              picture={`/basins/${buy.picture}.svg`}
              place={buy.place}
              badge={<Badge tone="warm">15% off</Badge>}
              priceTag={<PriceTag price={joinedPrice(buy.joined)} basePrice={68000} unit="bag" />}
              poolBar={<PoolBar joined={buy.joined} paid={buy.paid} minParticipants={8} tiers={TIERS} />}
              timeLeft={<Countdown endsAt={new Date(Date.parse(now) + buy.hours * HOUR_MS).toISOString()} now={now} />}
              action={<Button wide>Join this buy</Button>}
            >
              <QuantityStepper label="Bags" min={1} max={3} unit="bag" />
            </DealCard>
          </li>
        ))}
      </DealGrid>
      <div className="grid max-w-measure gap-5">
        <PriceTag price={joinedPrice(joined)} basePrice={68000} unit="bag" size="page" />
        <PoolBar joined={joined} paid={Math.floor(joined / 2)} minParticipants={8} tiers={TIERS} detail />
        <Countdown endsAt={new Date(Date.parse(now) + 2 * DAY_MS).toISOString()} now={now} showMoment />
        <div className="flex gap-3">
          <Button type="button" tone="plain" onClick={() => setJoined(joined + 1)}>
            One more person
          </Button>
          <Button type="button" tone="quiet" onClick={() => setJoined(0)}>
            Start again
          </Button>
        </div>
        <PriceTag price="4500.50" unit="paint" />
        <PoolBar joined={3} minParticipants={4} tiers={[]} />
      </div>
    </div>
  )
}

export function StallSamples() {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <StallFrame
        name="Mama Ope Foods"
        city="Bodija market, Ibadan"
        onTimePercent={97}
        rating={4.6}
        ratingAmount={128}
        ratingRule="The rating counts buyers whose order was handed over, one voice for each order."
        as="h3"
      />
      <StallFrame name="Jos Fresh" city="Jos" onTimePercent={null} rating={null} as="h3" />
    </div>
  )
}

const NAMES =
  'tomatoes pepper tatashe onions okra ugu ewedu cabbage carrots cucumber garden-egg yam sweet-potato irish-potato plantain banana orange pineapple watermelon mango pawpaw rice ofada-rice beans garri maize millet guinea-corn groundnuts egusi beef goat-meat chicken turkey eggs snails croaker mackerel stockfish crayfish prawns palm-oil groundnut-oil coconut-oil soya-oil empty'.split(
    ' ',
  )

export function BasinSamples() {
  return (
    <div className="grid gap-6">
      <div className="max-w-80">
        <Gallery name="Ofada rice" pictures={['/basins/ofada-rice.svg', '/basins/rice.svg', '/basins/beans.svg']} />
      </div>
      <ul className="grid grid-cols-3 gap-3 sm:grid-cols-5 lg:grid-cols-8">
        {NAMES.map((name) => (
          <li key={name} className="text-14">
            <img
              src={`/basins/${name}.svg`}
              alt=""
              width={160}
              height={160}
              loading="lazy"
              className="w-full rounded-card bg-kraft"
            />
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}
