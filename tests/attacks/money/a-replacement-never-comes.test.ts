import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClaimMarket } from '#server/testing/goods/claim-market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'

// A vendor accepted a claim for a replacement, and that ended it: the buyer had neither goods nor money.

let shop: Awaited<ReturnType<typeof openClaimMarket>>
beforeAll(async () => {
  shop = await openClaimMarket(6)
})
afterAll(() => shop.market.close())

async function promised() {
  const goods = await shop.nextGoods()
  const id = await shop.opened(goods, { preferred_outcome: 'replacement' })
  expect((await shop.accept(id)).status).toBe(200)
  await shop.clock()
  expect(await shop.claim(id)).toMatchObject({ outcome: 'replacement', ended: false })
  return { id, goods }
}
const confirm = (id: string, as: string) => shop.market.call('confirm-replacement', { claim_id: id }, { as })

test('a replacement ends only with the buyer’s confirmation', async () => {
  const { id, goods } = await promised()
  expect((await confirm(id, shop.ownerId)).status).toBe(404)
  await expect(
    shop.market.db.owner.query('update public.claims set ended_at = now() where id = $1', [id]),
  ).rejects.toThrow('when the buyer has it')
  const held = () => shop.market.row<{ held: boolean }>('select public.has_open_claim($1) as held', [goods.handOverId])
  expect((await held()).held).toBe(true)
  expect((await confirm(id, goods.buyer)).status).toBe(200)
  expect((await confirm(id, goods.buyer)).body.code).toBe('nothing_to_confirm')
  await shop.clock()
  expect(await shop.claim(id)).toMatchObject({ outcome: 'replacement', ended: true, paid: false })
  expect([(await held()).held, await shop.returned(goods.orderId)]).toEqual([false, 0])
})

test('without it, the replacement becomes a refund after five days, once, and both sides are notified', async () => {
  const { id, goods } = await promised()
  const { days } = await shop.market.row<{ days: number }>(
    'select round(extract(epoch from replace_by - now()) / 86400)::integer as days from public.claims where id = $1',
    [id],
  )
  expect(days).toBe(5)
  await shop.market.db.owner.query(`update public.claims set replace_by = now() - interval '1 minute' where id = $1`, [
    id,
  ])
  await Promise.all([shop.clock(), shop.clock()])
  await shop.clock()
  expect(await shop.claim(id)).toMatchObject({ outcome: 'refund', ended: true, paid: true })
  expect(await shop.returned(goods.orderId)).toBeGreaterThan(0)
  const { rows } = await shop.market.db.owner.query(
    `select kind from mail.messages where subject ~ 'no replacement' and recipient in (rights.email_of($1), rights.email_of($2)) order by kind`,
    [goods.buyer, shop.ownerId],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['claim-of-buyer', 'claim-of-shop'])
  expect((await confirm(id, goods.buyer)).body.code).toBe('nothing_to_confirm')
  expect(await auditFaults(shop.market)).toEqual([])
})
