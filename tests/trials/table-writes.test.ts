import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'
import { type Crashes, crashingDatabase } from './setup/crashing-database.ts'

// Table calls that are handled by commands have their effect once, like commands.

let wire: TestWire
const crashes: Crashes = { next: null }
beforeAll(async () => {
  wire = await openTestWire({ through: (database) => crashingDatabase(database, crashes) })
})
afterAll(() => wire.stop())

interface TableWrite {
  method: string
  path: string
  as: string
  body: Record<string, unknown>
  other: Record<string, unknown>
  effects: () => Promise<number>
}

const count = async (sql: string, values: unknown[]) =>
  Number((await wire.market.row<{ n: bigint }>(`select count(*) as n from ${sql}`, values)).n)

const calls: Record<string, () => Promise<TableWrite>> = {
  async 'POST orders'() {
    const { buyId } = await wire.market.buy()
    const body = { group_buy_id: buyId, quantity: 2 }
    const effects = () => count('public.orders where group_buy_id = $1 and quantity = 2', [buyId])
    return {
      method: 'POST',
      path: '/rest/v1/orders',
      as: await wire.market.person(),
      body,
      other: { ...body, quantity: 3 },
      effects,
    }
  },
  async 'POST orders with an id of the client'() {
    const call = await calls['POST orders']?.()
    if (!call) throw new Error('It stands above')
    const id = { id: crypto.randomUUID() }
    return { ...call, body: { ...call.body, ...id }, other: { ...call.other, ...id } }
  },
  async 'PATCH profiles'() {
    const [chief, person] = [await wire.market.person({ role: 'chief' }), await wire.market.person()]
    const effects = () => count('public.audit_log where subject_id = $1', [person])
    const path = `/rest/v1/profiles?id=eq.${person}`
    return { method: 'PATCH', path, as: chief, body: { role: 'manager' }, other: { role: 'coordinator' }, effects }
  },
}

function senderOf({ method, path, as }: TableWrite) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  return (body: Record<string, unknown>) => wire.request(path, { method, as, headers, body: JSON.stringify(body) })
}

test.each(Object.keys(calls))('%s: fifty at once are one, another body is refused', async (name) => {
  const call = (await calls[name]?.()) as TableWrite
  const send = senderOf(call)
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(call.body)))
  expect(answers.filter(({ status }) => status >= 300)).toEqual([])
  expect(await call.effects()).toBe(1)
  expect((await send(call.other)).status).toBe(422)
  expect(await call.effects()).toBe(1)
  expect(wire.faults).toEqual([])
})

test.each(Object.keys(calls))(
  '%s: died before the end, died before the answer, and tried again, it is done once',
  async (name) => {
    const call = (await calls[name]?.()) as TableWrite
    const send = senderOf(call)
    for (const [next, effects] of [
      ['before the commit', 0],
      ['after the commit', 1],
    ] as const) {
      crashes.next = next
      expect((await send(call.body)).status).toBe(500)
      expect(await call.effects()).toBe(effects)
    }
    expect((await send(call.body)).status).toBeLessThan(300)
    expect(await call.effects()).toBe(1)
    wire.faults.length = 0
  },
)
