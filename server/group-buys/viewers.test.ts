import { afterAll, beforeAll, expect, test } from 'vitest'
import { channelRights } from '#server/testing/channel-rights.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

test('everyone is told how many look at an open buy, and no one writes to its channel', async () => {
  const { buyId, ownerId } = await market.buy()
  for (const person of [null, ownerId, await market.person(), await market.manager('Lagos')])
    expect(await channelRights(market.db.database, person, `viewers:${buyId}`)).toEqual(['read broadcast'])
})

test('a buy that is not open has no viewers', async () => {
  const { buyId } = await market.buy({ status: 'draft' })
  const { buyId: over } = await market.buy()
  await market.moved('vendor', `update public.group_buys set status = 'cancelled' where id = $1`, [over])
  for (const id of [buyId, over, crypto.randomUUID()])
    expect(await channelRights(market.db.database, null, `viewers:${id}`)).toEqual([])
})

test('a session that owes its second step joins no channel at all', async () => {
  const { buyId } = await market.buy()
  const person = await market.person()
  await market.db.owner.query(
    `insert into auth.mfa_factors (user_id, factor_type, status, friendly_name) values ($1, 'totp', 'verified', 'App')`,
    [person],
  )
  const rights = (claims = {}) => channelRights(market.db.database, person, `viewers:${buyId}`, claims)
  expect([await rights(), await rights({ aal: 'aal2' })]).toEqual([[], ['read broadcast']])
})
