import { type Figure, value } from '../figure.ts'
import { openHttpClient } from '../http-client.ts'
import { httpWorkers, rateOf } from '../load.ts'
import { buyId, HOT_BUY } from '../market/market.ts'
import { unlessOnce } from '../market/once.ts'
import type { Bench } from '../market/site.ts'
import { createJoinSequence, JOINERS, joinCall } from './joins.ts'

const CLIENTS = unlessOnce(1_000, 50)
const ROUNDS = unlessOnce(100, 2)
const SECONDS = unlessOnce(10, 0.5)

/** A rush: how long its messages wait, and whether a thousand people who join at once get more places than there are. */
export async function benchRush(bench: Bench): Promise<Figure[]> {
  return [...(await messageDelays(bench)), ...(await roundsOfThousand(bench))]
}

/** From a join until the transaction that writes its mail and notice, while joins go on as fast as they can. */
async function messageDelays(bench: Bench): Promise<Figure[]> {
  const joins = createJoinSequence(bench, () => HOT_BUY)
  const next = () => joinCall(bench, joins.next())
  const rate = await rateOf(httpWorkers(bench.origin, { clients: JOINERS, next }), { seconds: SECONDS })
  await untilRelayed(bench.owner)
  const { rows } = await bench.owner.query<{ late: number; most: number; unsent: number }>(
    `select percentile_disc(0.99) within group (order by delay)::float as late, max(delay)::float as most, count(*) filter (where delay is null)::integer as unsent
     from (select extract(epoch from m.created_at - o.created_at) as delay from public.orders o join auth.users u on u.id = o.user_id
       left join mail.messages m on m.recipient = u.email and m.kind = 'joined-buy' where o.group_buy_id = $1) d`,
    [buyId(HOT_BUY)],
  )
  const what = `messages of joins at ${Math.round(rate)} joins a second`
  return [
    value(`${what}: the wait of all but one in a hundred`, rows[0]?.late ?? Number.POSITIVE_INFINITY, ' s', 1),
    value(`${what}: the longest wait`, rows[0]?.most ?? Number.POSITIVE_INFINITY, ' s'),
    value(`${what}: never written`, rows[0]?.unsent ?? Number.POSITIVE_INFINITY, '', 0),
  ]
}

async function untilRelayed(owner: Bench['owner']): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ waits: boolean }>('select exists (select from outbox.entries) as waits')
    if (!rows[0]?.waits) return
    await new Promise((next) => setTimeout(next, 50))
  }
}

/** In each round a thousand people join one buy at once, which has places for three in five of them. */
async function roundsOfThousand(bench: Bench): Promise<Figure[]> {
  const { owner } = bench
  await withoutLimitsOnUnpaid(owner)
  const places = Math.floor(CLIENTS * 0.6)
  const wires = Array.from({ length: CLIENTS }, () => openHttpClient(bench.origin))
  const tookMs: number[] = []
  let oversold = 0
  let unexpected = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const tiers = JSON.stringify([{ participants: places, price: 70_000 }])
    await owner.query('update public.group_buys set target_quantity = $2, price_tiers = $3 where id = $1', [
      buyId(round),
      places,
      tiers,
    ])
    // Each person joins several buys in the course of all rounds, one in each round.
    const people = (index: number) => ((round * CLIENTS) % 30_000) + index
    const beganAt = performance.now()
    const statuses = await Promise.all(
      wires.map(
        async (wire, index) => (await wire.send(joinCall(bench, { person: people(index), buy: round }))).status,
      ),
    )
    tookMs.push(performance.now() - beganAt)
    const { rows } = await owner.query<{ sold: number; counted: number; people: number }>(
      `select coalesce(sum(o.quantity), 0)::integer as sold, max(g.current_quantity) as counted, count(distinct o.user_id)::integer as people
       from public.group_buys g left join public.orders o on o.group_buy_id = g.id and o.is_live where g.id = $1`,
      [buyId(round)],
    )
    const { sold = 0, counted = 0 } = rows[0] ?? {}
    oversold += Math.max(0, sold - places) + Math.abs(sold - counted)
    const accepted = statuses.filter((status) => status === 200).length
    const refused = statuses.filter((status) => status === 409).length
    if (accepted !== sold || accepted + refused !== CLIENTS) unexpected += 1
  }
  for (const wire of wires) wire.close()
  const what = `${ROUNDS} rounds of ${CLIENTS.toLocaleString('en')} people who join ${places} places at once`
  return [
    value(`${what}: places sold twice, or counted wrongly`, oversold, '', 0),
    value(`${what}: rounds with an answer that is not an order or a refusal`, unexpected, '', 0),
    value(`${what}: until the last answer of the slowest round`, Math.max(...tookMs) / 1000, ' s'),
  ]
}

/** Otherwise people without a paid order could not take most of a buy. */
async function withoutLimitsOnUnpaid(owner: Bench['owner']): Promise<void> {
  await owner.query(
    `insert into public.settings (key, value, effective_from) select key, to_jsonb(v), now() - interval '1 second'
     from (values ('unpaid_known_after', 0), ('unpaid_known_orders', 1000), ('unpaid_known_naira', 100000000), ('unpaid_new_share_percent', 100), ('unpaid_share_percent', 100)) s (key, v)`,
  )
}
