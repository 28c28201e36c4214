import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channelRights } from '#server/testing/channel-rights.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const rights = (person: string | null, topic: string, claims = {}) =>
  channelRights(market.db.database, person, topic, claims)
const HEARS = ['read broadcast']
const WRITES = ['read broadcast', 'write broadcast']
const PRESENT = ['read presence', 'write presence']

async function joined() {
  const buy = await market.buy()
  const buyer = await market.person()
  const { body } = await market.call('join-group-buy', { group_buy_id: buy.buyId, quantity: 1 }, { as: buyer })
  return { ...buy, buyer, orderId: String(body.order.id) }
}

async function conversation() {
  const order = await joined()
  const { body } = await market.call(
    'start-conversation',
    { order_id: order.orderId, body: 'Hello' },
    { as: order.buyer },
  )
  return { ...order, topic: `conversation:${body.conversation_id}`, id: String(body.conversation_id) }
}

test('the two parties of a conversation hear each other write, and no one else does', async () => {
  const { topic, buyer, ownerId } = await conversation()
  const other = await conversation()
  expect(await rights(buyer, topic)).toEqual(WRITES)
  expect(await rights(ownerId, topic)).toEqual(WRITES)
  const outsiders = [
    null,
    other.buyer,
    other.ownerId,
    await market.manager('Lagos'),
    await market.person({ role: 'chief' }),
    await market.person({ role: 'administrator' }),
  ]
  for (const outsider of outsiders) expect(await rights(outsider, topic)).toEqual([])
})

test('another spelling of the topic is nobody’s', async () => {
  const { topic, buyer, id } = await conversation()
  for (const other of [
    topic.toUpperCase(),
    `conversation:${id.toUpperCase()}`,
    `${topic} `,
    `${topic}:x`,
    id,
    `claim:${id}`,
  ])
    expect(await rights(buyer, other)).toEqual([])
})

test('a session that owes its second step hears nothing', async () => {
  const { topic, buyer } = await conversation()
  await market.db.owner.query(
    `insert into auth.mfa_factors (user_id, factor_type, status, friendly_name) values ($1, 'totp', 'verified', 'App')`,
    [buyer],
  )
  expect(await rights(buyer, topic)).toEqual([])
  expect(await rights(buyer, topic, { aal: 'aal2' })).toEqual(WRITES)
})

test('a shop that is blocked hears, and is not heard', async () => {
  const { topic, buyer, ownerId, vendorId, orderId } = await conversation()
  await market.db.owner.query('insert into public.shop_blocks (person_id, vendor_id) values ($1, $2)', [
    buyer,
    vendorId,
  ])
  expect(await rights(ownerId, topic)).toEqual(WRITES)
  const left = await market.call('leave-group-buy', { order_id: orderId }, { as: buyer })
  expect(left.status).toBe(200)
  expect(await rights(ownerId, topic)).toEqual(HEARS)
})

test('a former manager who wrote to a buyer is not heard any more', async () => {
  const { buyer, orderId } = await joined()
  const manager = await market.manager('Lagos')
  const { body } = await market.call(
    'write-to-person',
    { person_id: buyer, order_id: orderId, body: 'Hello' },
    { as: manager },
  )
  const topic = `conversation:${body.conversation_id}`
  expect([await rights(manager, topic), await rights(buyer, topic)]).toEqual([WRITES, WRITES])
  await market.db.owner.query('delete from public.manager_regions where manager_id = $1', [manager])
  expect(await rights(manager, topic)).toEqual(HEARS)
})

describe('a support case', () => {
  async function supportCase() {
    const { buyer, ownerId, orderId } = await joined()
    const written = await market.call(
      'write-to-support',
      { topic: 'payment', order_id: orderId, body: 'Paid twice' },
      { as: buyer },
    )
    const conversationId = String(written.body.conversation_id)
    const { id } = await market.row<{ id: string }>('select id from public.support_cases where conversation_id = $1', [
      conversationId,
    ])
    return { buyer, ownerId, orderId, conversation: `conversation:${conversationId}`, record: `support-case:${id}` }
  }

  test('shows staff of its state who else has it open, and that the person writes', async () => {
    const { buyer, ownerId, conversation: talk, record } = await supportCase()
    const [lagos, kano] = [await market.manager('Lagos'), await market.manager('Kano')]
    const coordinator = await market.person({ role: 'coordinator' })
    for (const staff of [lagos, coordinator]) {
      expect(await rights(staff, record)).toEqual(PRESENT)
      expect(await rights(staff, talk)).toEqual(WRITES)
    }
    expect(await rights(buyer, talk)).toEqual(WRITES)
    for (const outsider of [null, buyer, ownerId, kano]) expect(await rights(outsider, record)).toEqual([])
    for (const outsider of [null, ownerId, kano]) expect(await rights(outsider, talk)).toEqual([])
  })

  test('is closed to staff who lack their second factor', async () => {
    const { record } = await supportCase()
    const manager = await market.manager('Lagos')
    expect(await rights(manager, record, { staff_need_second_factor: true })).toEqual([])
    expect(await rights(manager, record, { staff_need_second_factor: true, aal: 'aal2' })).toEqual(PRESENT)
  })

  test('is closed to the member of staff who wrote it', async () => {
    const chief = await market.person({ role: 'chief' })
    const written = await market.call('write-to-support', { topic: 'account', body: 'My own question' }, { as: chief })
    const { id } = await market.row<{ id: string }>('select id from public.support_cases where conversation_id = $1', [
      written.body.conversation_id,
    ])
    expect(await rights(chief, `support-case:${id}`)).toEqual([])
  })
})
