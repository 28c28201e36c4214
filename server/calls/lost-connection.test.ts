import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#platform/postgres/database.ts'
import { openProxy } from '#platform/postgres/testing/tcp-proxy.ts'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
let line: Awaited<ReturnType<typeof openProxy>>
let throughLine: Database
beforeAll(async () => {
  wire = await openTestWire({
    async through(_direct, connectionString) {
      line = await openProxy(connectionString)
      throughLine = openDatabase({ connectionString: line.connectionString })
      return throughLine
    },
  })
})
afterAll(async () => {
  await wire.stop()
  await throughLine.close()
  await line.close()
})

interface JoinInput {
  buyId: string
  buyer: string
  key: string
}

async function join({ buyId, buyer, key }: JoinInput) {
  const response = await wire.request('/functions/v1/join-group-buy', {
    as: buyer,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ group_buy_id: buyId, quantity: 1 }),
  })
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.json() }
}

const countOf = (buyId: string) =>
  wire.market.row(
    'select current_participants as people, current_quantity as units from public.group_buys where id = $1',
    [buyId],
  )

test('a command whose connection breaks answers 503, and a retry with the same key completes it', async () => {
  const { buyId } = await wire.market.buy()
  const buyer = await wire.market.person()
  const key = crypto.randomUUID()
  const input = { buyId, buyer, key }
  const holder = await wire.market.db.owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select from public.group_buys where id = $1 for update', [buyId])
    const joining = join(input)
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
  expect(await join(input)).toMatchObject({ status: 200 })
  expect(await countOf(buyId)).toEqual({ people: 1, units: 1 })
})

test('a committed join whose response was lost gets the same response again by its key', async () => {
  const { buyId } = await wire.market.buy()
  const input = { buyId, buyer: await wire.market.person(), key: crypto.randomUUID() }
  line.loseNextCommit()
  expect(await join(input)).toMatchObject({ status: 503, retryAfter: '2', body: { code: 'unavailable' } })
  expect(wire.faults.splice(0)).toHaveLength(1)
  // It is committed, and the client does not know.
  expect(await countOf(buyId)).toEqual({ people: 1, units: 1 })
  const again = await join(input)
  expect(again).toMatchObject({ status: 200, body: { order: { group_buy_id: buyId, quantity: 1 } } })
  expect(await join(input)).toEqual(again)
  expect(await countOf(buyId)).toEqual({ people: 1, units: 1 })
})
