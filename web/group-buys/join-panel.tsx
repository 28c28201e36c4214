import { countUnits } from '#domain/catalogue/units.ts'
import { ceilingPriceKobo, readPrices } from '#domain/group-buys/price-tiers.ts'
import { unitsLeft } from '#domain/group-buys/progress.ts'
import { orderAmounts } from '#domain/orders/amounts.ts'
import { LIVE_ORDER_STATES } from '#domain/orders/states.ts'
import { Card } from '#web/ui/card.tsx'
import { kobo } from '#web/ui/format.ts'
import { PriceTag } from '#web/ui/price-tag.tsx'
import type { JoinOutcome } from './join.ts'
import { JoinForm } from './join-form.tsx'

interface JoinPanelProps {
  buy: {
    id: string
    product_name: string
    unit: string
    base_price: number
    price_tiers: string
    current_price: number | null
    min_participants: number
    min_quantity: number
    max_quantity: number | null
    target_quantity: number
    current_quantity: number
  }
  outcome: JoinOutcome | null
  orders: { status: string }[]
  joinKey: string
  signedIn: boolean
  ownShop: boolean
}

/** Price, quantity, what one will owe for the least quantity, and the one action. Sticks to the bottom of a phone. */
export function JoinPanel({ buy, outcome, orders, joinKey, signedIn, ownShop }: JoinPanelProps) {
  const prices = readPrices(buy)
  const ceilingUnitPriceKobo = ceilingPriceKobo({ ...prices, minParticipants: buy.min_participants }, 0)
  const owed = orderAmounts({ unitPriceKobo: ceilingUnitPriceKobo, ceilingUnitPriceKobo, quantity: buy.min_quantity })
  const left = unitsLeft(buy.target_quantity, buy.current_quantity)
  return (
    <Card as="section" className="join-panel grid gap-4">
      <h2 className="sr-only">Join</h2>
      <PriceTag price={buy.current_price ?? buy.base_price} basePrice={buy.base_price} unit={buy.unit} size="page" />
      {left === 0 ? (
        <p className="font-semibold text-pepper">All taken. Places that come free are shown here at once.</p>
      ) : (
        <JoinForm
          buy={buy}
          joinKey={joinKey}
          signedIn={signedIn}
          ownShop={ownShop}
          joinedBefore={orders.some(({ status }) => LIVE.has(status))}
          outcome={outcome}
          here={`/group-buys/${buy.id}`}
        />
      )}
      <p className="text-14 text-soft">
        For {countUnits(buy.min_quantity, buy.unit)} you pay at most {kobo(owed.amountDueKobo)}, with the 2.5% fee. When
        the price falls, the difference comes back.
      </p>
    </Card>
  )
}

const LIVE = new Set<string>(LIVE_ORDER_STATES)
