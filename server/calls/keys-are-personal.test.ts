import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire?.stop())

// An idempotency key belongs to one person: it neither returns another person's response nor suppresses another
// person's request.
test('two people who send the same key and body each have their own result', async () => {
  const [one, other] = [await wire.market.person(), await wire.market.person()]
  const headers = { 'idempotency-key': 'the-same-key', 'content-type': 'application/json' }
  const body = JSON.stringify({
    id: null,
    label: 'Home',
    recipient: 'Bola Ade',
    phone: '08031234567',
    street: '12 Allen Avenue',
    landmark: '',
    state: 'Lagos',
    lga: 'Ikeja',
  })
  const save = async (as: string) => {
    const answer = await wire.request('/functions/v1/save-address', { method: 'POST', as, headers, body })
    return { status: answer.status, body: (await answer.json()) as { address_id?: string; message?: string } }
  }
  const [first, again, second] = [await save(one), await save(one), await save(other)]
  expect([first.status, again.status, second.status, first.body.message]).toEqual([200, 200, 200, undefined])
  expect(again.body).toEqual(first.body)
  expect(second.body.address_id).not.toBe(first.body.address_id)
  const { rows } = await wire.market.db.owner.query('select user_id from public.addresses order by created_at')
  expect(rows.map(({ user_id }) => user_id)).toEqual([one, other])
})
