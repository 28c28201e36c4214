import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestWire, type TestWire } from './testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire.stop())

test('a command whose connection breaks does not claim that nothing was done, and the same key completes it', async () => {
  const { buyId } = await wire.market.buy()
  const buyer = await wire.market.person()
  const key = crypto.randomUUID()
  const join = async () => {
    const response = await wire.ask('/functions/v1/join-group-buy', {
      as: buyer,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ group_buy_id: buyId, quantity: 1 }),
    })
    return { status: response.status, body: await response.json() }
  }
  const holder = await wire.market.db.owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select from public.group_buys where id = $1 for update', [buyId])
    const joining = join()
    await vi.waitFor(
      async () => {
        const cut = await wire.market.db.owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(cut.rowCount).toBeGreaterThan(0)
      },
      { timeout: 60_000, interval: 20 },
    )
    expect(await joining).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(wire.faults.splice(0)).toHaveLength(1)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect(await join()).toMatchObject({ status: 200 })
  expect(
    await wire.market.row('select current_participants as people from public.group_buys where id = $1', [buyId]),
  ).toEqual({ people: 1 })
})
