import { payIrregularly, payNormally } from './paying-acts.ts'
import type { OpenBuy, OwnOrder, Simulation } from './simulation.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Returns a listener for opened buys, which plans joins of random buyers and their later acts. */
export function buyerActs(simulation: Simulation): (buy: OpenBuy) => void {
  const { chance, participants, schedule } = simulation
  return (buy) => {
    const crowd = chance.sample(
      participants.buyers,
      chance.happens(0.25) ? chance.integer(1, 4) : chance.integer(5, 24),
    )
    for (const buyer of crowd) {
      schedule.plan(chance.between(buy.opensAt, buy.endsAt), () => join(simulation, buy, buyer))
    }
  }
}

async function join(simulation: Simulation, buy: OpenBuy, buyer: string): Promise<void> {
  const { market, schedule, chance } = simulation
  const input = { group_buy_id: buy.buyId, quantity: chance.integer(1, 4) }
  const { status, body } = await market.call(buyer, 'join-group-buy', input)
  if (status !== 200) return
  const order = { orderId: String(body.order.id), buyer, buy }
  planPaying(simulation, order)
  const from = market.now()
  if (chance.happens(0.08)) {
    schedule.plan(chance.between(from, buy.endsAt), () =>
      market.call(buyer, 'leave-group-buy', { order_id: order.orderId }),
    )
  }
  if (chance.happens(0.07)) {
    schedule.plan(chance.between(from, buy.endsAt), () => join(simulation, buy, buyer))
  }
}

function planPaying(simulation: Simulation, order: OwnOrder): void {
  const { market, schedule, chance } = simulation
  const now = market.now().getTime()
  const soon = new Date(now + chance.integer(2, order.buy.paysToJoin ? 40 : 30 * 60) * MINUTE)
  const dice = chance.next()
  if (dice < 0.68) schedule.plan(soon, () => payNormally(simulation, order))
  else if (dice < 0.76)
    schedule.plan(new Date(order.buy.endsAt.getTime() - MINUTE), () => payNormally(simulation, order))
  else if (dice < 0.94) schedule.plan(soon, () => payIrregularly(simulation, order))
  // The rest do not pay; some try after the buy has ended.
  else if (dice < 0.97)
    schedule.plan(new Date(order.buy.endsAt.getTime() + 30 * HOUR), () => payNormally(simulation, order))
}
