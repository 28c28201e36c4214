import type { CommandInput } from '#api/commands.ts'
import type { Chance } from '#database/seed/chance.ts'
import type { SimulatedMarket } from '../open-market.ts'
import { createParticipants, createPerson, type Participants } from '../participants.ts'

export interface Share {
  orderId: string
  buyer: string
  buyId: string
  quantity: number
}

interface Buy {
  buyId: string
  productId: string
  ownerId: string
}

/** A hub with its staff, and paid shares. */
export interface Day {
  hubId: string
  staff: readonly [string, string, string]
  manager: string
  coordinator: string
  buys: Buy[]
  shares: Share[]
}

interface Sizes {
  buys: number
  handOvers: number
  chance: Chance
}

const DAY = 86_400_000

/** Creates the hub, buys and buyers, who join, choose the hub and pay. */
export async function openDay(market: SimulatedMarket, { buys, handOvers, chance }: Sizes): Promise<Day> {
  const most = Math.ceil(handOvers / buys)
  const participants = await createParticipants(market, { buyers: most + buys, vendors: Math.ceil(buys / 4), chance })
  const { rows: places } = await market.owner.query<{ id: string }>(
    `insert into public.pickup_points (name, state, lga, street) values ('Yaba hub', 'Lagos', 'Lagos Mainland', '4 Herbert Macaulay Way') returning id`,
  )
  const hubId = places[0]?.id ?? ''
  const staff = [
    await createHubStaff(market, hubId, 1),
    await createHubStaff(market, hubId, 2),
    await createHubStaff(market, hubId, 3),
  ] as const
  const day: Day = {
    hubId,
    staff,
    buys: [],
    shares: [],
    manager: await withRole(market, 'manager'),
    coordinator: await withRole(market, 'coordinator'),
  }
  await market.owner.query(`insert into public.manager_regions (manager_id, state) values ($1, 'Lagos')`, [day.manager])
  for (let number = 0; number < buys; number += 1)
    day.buys.push(await publish(market, { participants, number, chance }))
  for (let number = 0; number < handOvers; number += 1) {
    const buy = day.buys[number % buys]
    // A buyer joins a buy once; most join several buys.
    const buyer = participants.buyers[(number % buys) + Math.floor(number / buys)]
    if (!buy || !buyer) throw new Error('Fewer buys or buyers than shares need')
    day.shares.push(await buyShare(market, { buy, buyer, hubId, quantity: chance.integer(1, 3) }))
  }
  return day
}

async function createHubStaff(market: SimulatedMarket, hubId: string, number: number): Promise<string> {
  const id = await createPerson(market, `scanner${number}`, `Scanner ${number}`)
  await market.owner.query(
    `insert into public.memberships (person_id, pickup_point_id, duty) values ($1, $2, 'hand-over')`,
    [id, hubId],
  )
  return id
}

async function withRole(market: SimulatedMarket, role: string): Promise<string> {
  const id = await createPerson(market, role, role)
  await market.owner.query('update public.profiles set role = $2 where id = $1', [id, role])
  return id
}

async function publish(
  market: SimulatedMarket,
  { participants, number, chance }: { participants: Participants; number: number; chance: Chance },
): Promise<Buy> {
  const shop = chance.pick(participants.shops)
  const price = chance.integer(20, 160) * 500
  const { rows: goods } = await market.queryAs(
    'vendor',
    `insert into public.products (vendor_id, name, category, base_price, unit, available_quantity, min_quantity, max_quantity, share_date)
     values ($1, $2, $3, $4, 'bag', 1000, 1, 5, $5) returning id`,
    [
      shop.vendorId,
      `Shared goods ${number + 1}`,
      number % 3 === 0 ? 'vegetables' : 'grains',
      price,
      new Date(market.now().getTime() + 9 * DAY).toISOString().slice(0, 10),
    ],
  )
  const tiers = [2, 6, 12].map((participants, index) => ({ participants, price: price - (index + 1) * 500 }))
  const { rows } = await market.queryAs(
    'vendor',
    `insert into public.group_buys (product_id, vendor_id, status, target_quantity, min_participants, price_tiers, end_date)
     values ($1, $2, 'active', 500, 2, $3, $4) returning id`,
    [goods[0].id, shop.vendorId, JSON.stringify(tiers), new Date(market.now().getTime() + 5 * DAY)],
  )
  return { buyId: rows[0].id, productId: goods[0].id, ownerId: shop.ownerId }
}

interface ShareOrder {
  buy: Buy
  buyer: string
  hubId: string
  quantity: number
}

async function buyShare(market: SimulatedMarket, { buy, buyer, hubId, quantity }: ShareOrder): Promise<Share> {
  const joined = await market.call(buyer, 'join-group-buy', { group_buy_id: buy.buyId, quantity })
  const orderId = String(joined.body.order?.id ?? fail('join', joined))
  const place = { kind: 'pickup', pickup_point_id: hubId, address_id: null, expected_fee_kobo: 0 } as const
  const chosen = await market.call(buyer, 'choose-fulfilment', { order_id: orderId, ...place })
  const due = Number(chosen.body.order?.amount_due_kobo ?? fail('choose', chosen))
  const input = { order_ids: [orderId], peps_kobo: 0, expected_kobo: due }
  const paying = await market.call(buyer, 'pay-orders', { ...input, return_to: 'peps' })
  const page = (await market.visit(`/pay/${paying.body.payment_id ?? fail('pay', paying)}`)).headers.get('location')
  const back = page && (await market.press(page, 'pay'))
  if (!back) return fail('come back', paying)
  await market.visit(new URL(back).pathname)
  return { orderId, buyer, buyId: buy.buyId, quantity }
}

/** The hub weighs in the goods and enters what is missing, and each vendor marks its buy as ready. */
export async function receiveGoods(
  market: SimulatedMarket,
  { hubId, staff, buys, shares }: Day,
  short: number,
): Promise<{ units: number; missing: number }> {
  const units = (buyId?: string) =>
    shares.reduce((all, one) => all + (buyId === undefined || one.buyId === buyId ? one.quantity : 0), 0)
  const missing = Math.round(units() * short)
  // All missing units are spread over a few buys.
  const lorries = Math.max(1, Math.ceil(buys.length / 5))
  for (const [number, { buyId, productId, ownerId }] of buys.entries()) {
    const due = units(buyId)
    const lacks =
      number < lorries ? Math.min(due - 1, Math.floor(missing / lorries) + (number < missing % lorries ? 1 : 0)) : 0
    const load = { pickup_point_id: hubId, group_buy_id: buyId, order_id: null, product_id: productId, part: 1 }
    const detail = { kilograms: null, photo: null, shelf: 'A1', note: '' }
    await expectOk(market.call(staff[0], 'weigh-in', { ...load, units: due - lacks, ...detail }))
    if (lacks > 0) {
      const of = {
        group_buy_id: buyId,
        line_id: null,
        pickup_point_id: hubId,
        kind: 'short',
        entered_before: 0,
      } as const
      const why = { reason: 'Fewer bags came than were due', photo: null }
      await enterMissing(market, { by: staff[0], ownerId, input: { ...of, missing: String(lacks), ...why } })
    }
    const orders = shares.filter((one) => one.buyId === buyId).length
    await expectOk(market.call(ownerId, 'mark-ready', { group_buy_id: buyId, order_id: null, orders }))
  }
  return { units: units(), missing }
}

interface ShortfallEntry {
  by: string
  ownerId: string
  input: CommandInput<'enter-shortfall'>
}

/** The hub enters a shortfall; its shop accepts a large one. Refunds follow after the correction period. */
async function enterMissing(market: SimulatedMarket, { by, ownerId, input }: ShortfallEntry): Promise<void> {
  const { status, body } = await market.call(by, 'enter-shortfall', input)
  if (status !== 200) fail('enter what is missing', { status, body })
  if (!body.waits) return
  await expectOk(market.call(ownerId, 'answer-shortfall', { shortfall_id: body.shortfall_id, answer: 'accept' }))
}

async function expectOk(answer: ReturnType<SimulatedMarket['call']>): Promise<void> {
  const { status, body } = await answer
  if (status !== 200) fail('bring goods', { status, body })
}

function fail(what: string, { status, body }: { status: number; body: unknown }): never {
  throw new Error(`Could not ${what}: ${status} ${JSON.stringify(body)}`)
}
