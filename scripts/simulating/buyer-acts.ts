import { payBadly, payWell } from './paying-acts.ts'
import type { OpenBuy, OwnOrder, Play } from './play.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Who hears of a buy, when they join it, and what they do afterwards. */
export function buyerActs(play: Play): (buy: OpenBuy) => void {
  const { chance, cast, diary } = play
  return (buy) => {
    const crowd = chance.some(cast.buyers, chance.happens(0.25) ? chance.whole(1, 4) : chance.whole(5, 24))
    for (const buyer of crowd) {
      diary.plan(chance.between(buy.opensAt, buy.endsAt), () => join(play, buy, buyer))
    }
  }
}

async function join(play: Play, buy: OpenBuy, buyer: string): Promise<void> {
  const { market, diary, chance } = play
  const wish = { group_buy_id: buy.buyId, quantity: chance.whole(1, 4) }
  const { status, body } = await market.call(buyer, 'join-group-buy', wish)
  if (status !== 200) return
  const order = { orderId: String(body.order.id), buyer, buy }
  planPaying(play, order)
  const from = market.now()
  if (chance.happens(0.08)) {
    diary.plan(chance.between(from, buy.endsAt), () =>
      market.call(buyer, 'leave-group-buy', { order_id: order.orderId }),
    )
  }
  if (chance.happens(0.07)) {
    diary.plan(chance.between(from, buy.endsAt), () => join(play, buy, buyer))
  }
}

function planPaying(play: Play, order: OwnOrder): void {
  const { market, diary, chance } = play
  const now = market.now().getTime()
  const soon = new Date(now + chance.whole(2, order.buy.paysToJoin ? 40 : 30 * 60) * MINUTE)
  const dice = chance.next()
  if (dice < 0.68) diary.plan(soon, () => payWell(play, order))
  else if (dice < 0.76) diary.plan(new Date(order.buy.endsAt.getTime() - MINUTE), () => payWell(play, order))
  else if (dice < 0.94) diary.plan(soon, () => payBadly(play, order))
  // The rest has promised, and that is all; some of them come when it is over.
  else if (dice < 0.97) diary.plan(new Date(order.buy.endsAt.getTime() + 30 * HOUR), () => payWell(play, order))
}
