import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire.stop())

const read = async (path: string, as?: string) => {
  const response = await wire.request(`/rest/v1/${path}`, as ? { as } : {})
  return { status: response.status, body: await response.json() }
}

test('only the user with the confirmed address can read their contact messages', async () => {
  const [writer, other, unconfirmed] = [
    await wire.market.person(),
    await wire.market.person(),
    await wire.market.person({ confirmed: false }),
  ]
  for (const person of [writer, unconfirmed]) {
    const { email } = await wire.market.row<{ email: string }>('select email from auth.users where id = $1', [person])
    const letter = {
      name: 'Ada',
      email: email.toUpperCase(),
      subject: 'Rice',
      message: 'When is the next sharing day?',
    }
    expect((await wire.market.call('send-contact-message', letter)).status).toBe(200)
  }
  expect((await read('my_contact_messages?select=subject', writer)).body).toEqual([{ subject: 'Rice' }])
  expect((await read('my_contact_messages', other)).body).toEqual([])
  expect((await read('my_contact_messages', unconfirmed)).body).toEqual([])
  expect((await read('my_contact_messages')).status).toBe(401)
})

test('only the author can read their own reviews', async () => {
  const author = await wire.market.person()
  const { buyId, vendorId } = await wire.market.buy()
  const { body } = await wire.market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: author })
  // Without the guard that requires a hand-over: only read access is tested here.
  await withoutTriggers(wire.market.db.owner, (client) =>
    client.query(
      'insert into public.reviews (vendor_id, author_id, order_id, rating, comment) values ($1, $2, $3, 5, $4)',
      [vendorId, author, body.order.id, 'Good rice'],
    ),
  )
  expect((await read('my_reviews?select=comment', author)).body).toEqual([{ comment: 'Good rice' }])
  expect((await read('my_reviews', await wire.market.person())).body).toEqual([])
  expect((await read('my_reviews')).status).toBe(401)
})
