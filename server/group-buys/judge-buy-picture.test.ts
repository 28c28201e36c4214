import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { photographBuy } from '#server/testing/photograph-buy.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

async function photographed() {
  const { buyId, ownerId } = await market.buy()
  return { buyId, ownerId, pictureId: await photographBuy(market, { buyId, ownerId }) }
}
const judge = (as: string, { buyId, pictureId }: { buyId: string; pictureId: string }, hide = true) =>
  market.call(
    'judge-buy-picture',
    { group_buy_id: buyId, picture_id: pictureId, hide, reason: 'It shows other goods.' },
    { as },
  )
const shown = async ({ buyId }: { buyId: string }) =>
  (await asPerson(market.db, null, 'select id from public.buy_pictures where group_buy_id = $1', [buyId])).rows.length

test.each(['administrator', 'supervisor', 'coordinator', 'chief'] as const)(
  'a %s hides a photograph with a reason, once, and shows it again',
  async (role) => {
    const picture = await photographed()
    const staff = await market.person({ role })
    expect((await judge(staff, picture)).body).toEqual({ picture_id: picture.pictureId, hidden: true })
    expect(await shown(picture)).toBe(0)
    expect((await judge(staff, picture)).body.code).toBe('already_done')
    expect((await judge(staff, picture, false)).status).toBe(200)
    expect(await shown(picture)).toBe(1)
    const { rows } = await market.db.owner.query(
      'select action, actor_id from public.audit_log where subject_id = $1 order by id',
      [picture.pictureId],
    )
    expect(rows).toEqual([
      { action: 'buy-picture.hide', actor_id: staff },
      { action: 'buy-picture.show', actor_id: staff },
    ])
  },
)

test('a manager hides those of their states only', async () => {
  const picture = await photographed()
  const manager = await market.person({ role: 'manager' })
  expect((await judge(manager, picture)).body.code).toBe('buy_picture_not_found')
  await market.db.owner.query(
    `insert into public.manager_regions (manager_id, state) select $1, v.state from public.group_buys g
     join public.vendors v on v.id = g.vendor_id where g.id = $2`,
    [manager, picture.buyId],
  )
  expect((await judge(manager, picture)).body.hidden).toBe(true)
})

test('the shop, buyers and visitors hide none', async () => {
  const picture = await photographed()
  const buyer = await market.person()
  await market.call('join-group-buy', { group_buy_id: picture.buyId, quantity: 1 }, { as: buyer })
  for (const person of [picture.ownerId, buyer, await market.person()])
    expect((await judge(person, picture)).status).toBeGreaterThanOrEqual(400)
  expect(await shown(picture)).toBe(1)
})

test('the photograph is looked up in the buy that was checked for a part of the judge', async () => {
  const [picture, other] = [await photographed(), await photographed()]
  const staff = await market.person({ role: 'administrator' })
  const answer = await judge(staff, { buyId: other.buyId, pictureId: picture.pictureId })
  expect(answer.body.code).toBe('buy_picture_not_found')
  expect(await shown(picture)).toBe(1)
})
