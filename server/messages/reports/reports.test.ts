import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { HIDDEN_TEXT } from '#domain/messages/reports.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

async function written() {
  const buy = await market.buy()
  const buyer = await market.person({ name: 'Ada Obi' })
  const { body } = await market.call('join-group-buy', { group_buy_id: buy.buyId, quantity: 1 }, { as: buyer })
  const orderId = String(body.order.id)
  const write = () =>
    market.call('start-conversation', { order_id: orderId, body: 'Pay to my own account.' }, { as: buy.ownerId })
  await write()
  const { id } = await market.row<{ id: string }>('select id from public.messages where sender_id = $1', [buy.ownerId])
  return { ...buy, buyer, orderId, messageId: id, write }
}
const report = (as: string, input: Record<string, unknown>) =>
  market.call('report-message', { reason: 'He asks for money.', ...input }, { as, key: crypto.randomUUID() })
const decide = (as: string, id: string, decision = 'hidden') =>
  market.call('decide-report', { report_id: id, decision, reason: 'It asks to pay elsewhere.' }, { as })
const titles = async (person: string) =>
  (
    await market.db.owner.query<{ kind: string; body: string }>(
      `select kind, body from public.notices where person_id = $1 and kind in ('report-decided', 'message-judged')`,
      [person],
    )
  ).rows

test('a report is made once, decided once within the state, and both sides are told without the name', async () => {
  const { buyer, ownerId, messageId } = await written()
  const [first, again] = await Promise.all([
    report(buyer, { message_id: messageId }),
    report(buyer, { message_id: messageId }),
  ])
  expect([first.status, again.status].sort()).toEqual([200, 409])
  const id = String(first.body.report_id ?? again.body.report_id)
  expect((await report(ownerId, { message_id: messageId })).status).toBe(403)
  expect((await report(await market.person(), { message_id: messageId })).status).toBe(403)
  const [lagos, kano] = [await market.manager('Lagos'), await market.manager('Kano')]
  const read = async (as: string) =>
    (await asPerson(market.db, as, 'select from public.message_reports where id = $1', [id])).count
  expect([await read(lagos), await read(kano), await read(buyer), await read(ownerId)]).toEqual([1, 0, 1, 0])
  expect((await decide(kano, id)).status).toBe(404)
  for (const party of [buyer, ownerId]) expect((await decide(party, id)).body.code).toBe('own_case')
  await expect(
    market.db.owner.query(
      `update public.message_reports set decision = 'nothing', decision_reason = 'Nothing', decided_by = $2, decided_at = now() where id = $1`,
      [id, kano],
    ),
  ).rejects.toThrow(/^A report is decided by staff/)
  const decided = await Promise.all([decide(lagos, id), decide(await market.person({ role: 'chief' }), id, 'nothing')])
  expect(decided.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await titles(buyer)).toHaveLength(1)
  const told = await titles(ownerId)
  expect(told).toHaveLength(1)
  expect(told[0]?.body).not.toContain('Ada')
})

test('a writer with nothing to answer for hears nothing', async () => {
  const { buyer, ownerId, messageId } = await written()
  const { body } = await report(buyer, { message_id: messageId })
  const mails = () =>
    market.db.owner.query(`select kind from public.email_logs where user_id = $1 and kind = 'message-judged'`, [
      ownerId,
    ])
  expect((await decide(await market.manager('Lagos'), body.report_id, 'nothing')).status).toBe(200)
  expect(await titles(buyer)).toHaveLength(1)
  expect([await titles(ownerId), (await mails()).rows]).toEqual([[], []])
})

test('a writer hears once of each decision about a broadcast that several people reported', async () => {
  const { buyer, buyId, ownerId } = await written()
  const reporters = [buyer, await market.person(), await market.person()]
  for (const as of reporters)
    await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as, key: crypto.randomUUID() })
  const { body: sent } = await market.call(
    'message-group-buy',
    { group_buy_id: buyId, audience: 'everybody', message: 'Send money to me.' },
    { as: ownerId },
  )
  const ids: string[] = []
  for (const as of reporters) ids.push((await report(as, { buy_broadcast_id: sent.broadcast_id })).body.report_id)
  const [manager, chief] = [await market.manager('Lagos'), await market.person({ role: 'chief' })]
  const [first = '', second = '', third = ''] = ids
  const decided = await Promise.all([decide(manager, first), decide(chief, second)])
  expect(decided.map(({ status }) => status)).toEqual([200, 200])
  expect(await titles(ownerId)).toHaveLength(1)
  expect((await decide(manager, third, 'warned')).status).toBe(200)
  expect(await titles(ownerId)).toHaveLength(2)
  for (const reporter of reporters) expect(await titles(reporter)).toHaveLength(1)
})

test('a hidden message or broadcast is not reported again', async () => {
  const { buyer, buyId, ownerId, messageId } = await written()
  const other = await market.person()
  await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: other })
  const { body: sent } = await market.call(
    'message-group-buy',
    { group_buy_id: buyId, audience: 'everybody', message: 'Send money to me.' },
    { as: ownerId },
  )
  const thing = { buy_broadcast_id: sent.broadcast_id }
  const { body } = await report(buyer, thing)
  expect((await decide(await market.manager('Lagos'), body.report_id)).status).toBe(200)
  expect((await report(other, thing)).body).toMatchObject({ code: 'message_hidden' })
  await expect(
    market.db.owner.query(
      `insert into public.message_reports (buy_broadcast_id, reporter_id, text, reason) values ($1, $2, '-', 'An insult')`,
      [sent.broadcast_id, other],
    ),
  ).rejects.toThrow(/^This message is hidden already/)
  // The same writer's other messages can be.
  expect((await report(buyer, { message_id: messageId })).status).toBe(200)
})

test('staff do not read a report of what they wrote themselves', async () => {
  const { buyer, ownerId, messageId } = await written()
  const { body } = await report(buyer, { message_id: messageId })
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.profiles set role = 'coordinator' where id = $1`, [ownerId]),
  )
  const read = async (as: string) =>
    (await asPerson(market.db, as, 'select from public.message_reports where id = $1', [body.report_id])).count
  expect([await read(ownerId), await read(await market.person({ role: 'coordinator' }))]).toEqual([0, 1])
})

test('a hidden message is replaced for both, and kept with its report; a broadcast too', async () => {
  const { buyer, buyId, ownerId, messageId } = await written()
  const { body: sent } = await market.call(
    'message-group-buy',
    { group_buy_id: buyId, audience: 'everybody', message: 'Send money to me.' },
    { as: ownerId },
  )
  const manager = await market.manager('Lagos')
  for (const thing of [{ message_id: messageId }, { buy_broadcast_id: sent.broadcast_id }]) {
    const { body } = await report(buyer, thing)
    expect((await decide(manager, body.report_id)).status).toBe(200)
    const { text } = await market.row<{ text: string }>('select text from public.message_reports where id = $1', [
      body.report_id,
    ])
    expect(text).toMatch(/^(Pay to my own account|Send money to me)\.$/)
  }
  const { rows } = await asPerson(
    market.db,
    buyer,
    'select body from public.messages where id = $1 union all select body from public.buy_broadcasts where id = $2',
    [messageId, sent.broadcast_id],
  )
  expect(rows).toEqual([{ body: HIDDEN_TEXT }, { body: HIDDEN_TEXT }])
})

test('twenty reports a day, and only of what was written to the person', async () => {
  const { buyer, messageId, write } = await written()
  for (let sent = 0; sent < 20; sent++) await write()
  const { rows } = await market.db.owner.query<{ id: string }>(
    'select id from public.messages where conversation_id = (select conversation_id from public.messages where id = $1)',
    [messageId],
  )
  const insert = (id: string, reporter: string) =>
    market.db.owner.query(
      `insert into public.message_reports (message_id, reporter_id, text, reason) values ($1, $2, '-', 'An insult')`,
      [id, reporter],
    )
  await expect(insert(messageId, await market.person())).rejects.toThrow(/^Only messages that somebody wrote/)
  for (const { id } of rows.slice(0, 20)) await insert(id, buyer)
  await expect(insert(String(rows[20]?.id), buyer)).rejects.toThrow(/^You have reported 20/)
  expect((await report(buyer, { message_id: rows[20]?.id })).body.code).toBe('reports_used_up')
})

test('a blocked shop writes about open orders only', async () => {
  const { buyer, vendorId, orderId, write } = await written()
  const block = await asPerson(market.db, buyer, 'insert into public.shop_blocks (vendor_id) values ($1)', [vendorId])
  expect(block.count).toBe(1)
  await market.db.owner.query('insert into public.shop_blocks (person_id, vendor_id) values ($1, $2)', [
    buyer,
    vendorId,
  ])
  expect((await write()).status).toBe(200)
  await market.moved('buyer', `update public.orders set status = 'cancelled', amount_due_kobo = 0 where id = $1`, [
    orderId,
  ])
  expect((await write()).status).not.toBe(200)
  await market.db.owner.query('delete from public.shop_blocks where person_id = $1', [buyer])
  expect((await write()).status).toBe(200)
})
