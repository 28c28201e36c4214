import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApi } from '#api/api.ts'
import { readRate } from '#api/settings.ts'
import { KEYS, ORIGIN, openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire.stop())

const visitor = (answering?: () => Promise<Response>) =>
  createApi({
    origin: ORIGIN,
    publishableKey: KEYS.publishable,
    accessToken: () => null,
    fetch: answering ?? ((input, init) => wire.ask(String(input).slice(ORIGIN.length), init ?? {})),
  })

const changes = async (key: string, value: number, inMinutes: number) => {
  const chief = await wire.market.person({ role: 'chief' })
  const effective_from = new Date(Date.now() + inMinutes * 60_000).toISOString()
  const plan = { key, value, effective_from, note: '', confirm: `${value / 100}%` }
  expect((await wire.market.call('plan-setting', plan, { as: chief })).status).toBe(200)
}

test('a rate that the chief changes is read by everybody on its day, not before', async () => {
  expect(await readRate(visitor(), 'buyer_fee_bps')).toBe(250)
  await changes('buyer_fee_bps', 150, 180)
  await changes('buyer_fee_bps', 200, 90)
  expect(await readRate(visitor(), 'buyer_fee_bps')).toBe(250)
  await wire.market.db.owner.query(
    `update public.settings set effective_from = now() - interval '1 second' where key = 'buyer_fee_bps' and value = '200'`,
  )
  expect(await readRate(visitor(), 'buyer_fee_bps')).toBe(200)
  expect(await readRate(visitor(), 'vendor_fee_bps')).toBe(500)
  await changes('referral_bps', 60, 31 * 24 * 60)
  expect(await readRate(visitor(), 'referral_bps')).toBe(50)
})

test('a rate that cannot be read is the specification’s', async () => {
  const broken = visitor(async () => Response.json({ message: 'too slow' }, { status: 500 }))
  expect(await readRate(broken, 'referral_bps')).toBe(50)
})
