import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

interface CaseRow extends Record<string, unknown> {
  id: string
  status: string
  assigned_to: string | null
  answers: number
  conversation_id: string | null
}
const caseOf = (column: 'conversation_id' | 'contact_id', id: string) =>
  market.row<CaseRow>(
    `select id, status, assigned_to, answers, conversation_id, first_answered_at is not null as is_answered from public.support_cases where ${column} = $1`,
    [id],
  )

async function written() {
  const { buyId } = await market.buy()
  const buyer = await market.person({ name: 'Ada Obi' })
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  const write = (text: string) =>
    market.call('write-to-support', { topic: 'payment', order_id: body.order.id, body: text }, { as: buyer })
  const first = await write('I have paid twice.')
  const conversationId = String(first.body.conversation_id)
  return { buyer, write, conversationId, caseId: (await caseOf('conversation_id', conversationId)).id }
}
const answer = (as: string, caseId: string, changes: Record<string, unknown> = {}) =>
  market.call(
    'answer-support-case',
    { case_id: caseId, answer: 'We look into it.', answers_seen: 0, solves: false, ...changes },
    { as, key: crypto.randomUUID() },
  )

test('a buyer writes, staff answer with name and role, and the case is opened again by the next message', async () => {
  const { buyer, write, conversationId, caseId } = await written()
  const manager = await market.manager('Lagos')
  expect((await answer(manager, caseId, { solves: true })).status).toBe(200)
  expect(await caseOf('conversation_id', conversationId)).toMatchObject({
    status: 'solved',
    answers: 1,
    is_answered: true,
  })
  const { rows } = await asPerson(
    market.db,
    buyer,
    'select body, sender_name from public.messages where conversation_id = $1 order by created_at',
    [conversationId],
  )
  expect(rows).toEqual([
    { body: 'I have paid twice.', sender_name: null },
    { body: 'We look into it.', sender_name: 'Ngozi Bello, Manager' },
  ])
  const again = await asPerson(
    market.db,
    buyer,
    `insert into public.messages (conversation_id, sender_id, body) values ($1, $2, 'Still not there')`,
    [conversationId, buyer],
  )
  expect(again.errorCode).toBeNull()
  await market.db.owner.query(
    `insert into public.messages (conversation_id, sender_id, body) values ($1, $2, 'Still not there')`,
    [conversationId, buyer],
  )
  expect((await caseOf('conversation_id', conversationId)).status).toBe('new')
  expect((await write('One more')).body.conversation_id).toBe(conversationId)
})

test('of two who answer at once one answers, and of two who take it one has it', async () => {
  const { caseId, conversationId } = await written()
  const staff = [await market.manager('Lagos'), await market.person({ role: 'coordinator' })]
  const take = (as: string, elsewhere: boolean) =>
    market.call('assign-support-case', { case_id: caseId, to_id: as }, { as, elsewhere })
  const taken = await Promise.all(staff.map((as, index) => take(as, index === 0)))
  expect(taken.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(taken.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'case_moved',
    message: expect.stringMatching(/^Meanwhile this is with Ngozi Bello, /),
  })
  const answers = await Promise.all(staff.map((as) => answer(as, caseId)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('answered_meanwhile')
  expect(
    await market.row('select count(*)::integer as n from public.messages where conversation_id = $1', [conversationId]),
  ).toEqual({ n: 2 })
  const insert = (no: number) =>
    market.db.owner.query(
      `insert into public.support_entries (case_id, author_id, author_name, kind, body, answer_no) values ($1, $2, 'x', 'answer', 'x', $3)`,
      [caseId, staff[1], no],
    )
  await expect(insert(1)).rejects.toThrow(/^Somebody has answered/)
  await insert(2)
})

test('it is given to a colleague and back, sorted, noted and closed; what is not theirs stays hidden', async () => {
  const { caseId, conversationId, buyer } = await written()
  const [lagos, kano] = [await market.manager('Lagos'), await market.manager('Kano')]
  const assign = (from: string | null, to: string | null) =>
    market.call('assign-support-case', { case_id: caseId, from_id: from, to_id: to }, { as: lagos })
  const coordinator = await market.person({ role: 'coordinator' })
  expect((await assign(null, coordinator)).status).toBe(200)
  expect(await caseOf('conversation_id', conversationId)).toMatchObject({
    status: 'assigned',
    assigned_to: coordinator,
  })
  expect((await assign(coordinator, kano)).status).toBe(404)
  expect((await assign(coordinator, buyer)).status).toBe(404)
  await expect(
    market.db.owner.query('update public.support_cases set assigned_to = $2 where id = $1', [caseId, kano]),
  ).rejects.toThrow(/^Only staff who look after this state can take it/)
  expect((await assign(coordinator, null)).status).toBe(200)
  expect(await caseOf('conversation_id', conversationId)).toMatchObject({ status: 'new', assigned_to: null })
  const change = (as: string, changes: Record<string, unknown>) =>
    market.call('change-support-case', { case_id: caseId, ...changes }, { as })
  expect((await change(lagos, { topic: 'order', note: 'Call on Monday', status: 'solved' })).status).toBe(200)
  const read = async (as: string, table: string) => (await asPerson(market.db, as, `select from public.${table}`)).count
  for (const as of [kano, buyer]) {
    const code = as === buyer ? 'own_case' : 'not_found'
    expect((await answer(as, caseId)).body.code).toBe(code)
    expect((await change(as, { note: 'x' })).body.code).toBe(code)
    const seen = await asPerson(market.db, as, 'select from public.support_cases where id = $1', [caseId])
    expect(seen.count).toBe(0)
  }
  expect(await read(buyer, 'support_entries')).toBe(0)
  expect(await read(buyer, 'canned_answers')).toBe(0)
  const hidden = await asPerson(market.db, kano, 'select from public.messages where conversation_id = $1', [
    conversationId,
  ])
  expect(hidden.count).toBe(0)
  const shown = await asPerson(market.db, lagos, 'select from public.messages where conversation_id = $1', [
    conversationId,
  ])
  expect(shown.count).toBe(1)
  await expect(
    market.db.owner.query(
      `insert into public.support_entries (case_id, author_id, author_name, kind, body) values ($1, $2, 'x', 'note', 'x')`,
      [caseId, kano],
    ),
  ).rejects.toThrow(/^Only staff who look after this state work on it/)
})

test('a visitor is answered by mail, and a person with an account by a message that quotes what they wrote', async () => {
  const chief = await market.person({ role: 'chief' })
  const person = await market.person({ name: 'Chidi Eze' })
  const letter = { name: 'Chidi', email: 'chidi@example.com', subject: 'Two bags', message: 'x'.repeat(2500) }
  const visitor = await market.call('send-contact-message', { ...letter, email: 'visitor@example.com' })
  const member = await market.call('send-contact-message', letter, { as: person })
  const visiting = await caseOf('contact_id', visitor.body.id)
  expect((await answer(chief, visiting.id)).status).toBe(200)
  expect((await answer(chief, visiting.id, { answers_seen: 1, answer: 'And this.' })).status).toBe(200)
  const { mails } = await market.row<{ mails: number }>(
    `select count(*)::integer as mails from mail.messages where kind = 'contact-answer' and recipient = 'visitor@example.com'`,
  )
  expect(mails).toBe(2)
  const theirs = await caseOf('contact_id', member.body.id)
  expect((await answer(chief, theirs.id)).status).toBe(200)
  const { conversation_id: conversationId } = await caseOf('contact_id', member.body.id)
  const { rows } = await asPerson(
    market.db,
    person,
    'select char_length(body) as length, sender_name from public.messages where conversation_id = $1 order by created_at',
    [conversationId],
  )
  expect(rows.map(({ length }) => length)).toEqual([2000, 500, 16])
  expect(rows[2]?.sender_name).toBe('Ngozi Bello, Chief')
})

test('staff neither read the notes of a case of their own nor are offered as its assignee', async () => {
  const { buyer, caseId } = await written()
  const manager = await market.manager('Lagos')
  const letter = { name: 'Ada', email: 'ada@example.com', subject: 'Two bags', message: 'One is wet.' }
  const { id: contactId } = (await market.call('send-contact-message', letter, { as: buyer })).body
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.profiles set role = 'coordinator' where id = $1`, [buyer]),
  )
  const read = async (as: string) =>
    (
      await asPerson(market.db, as, 'select from public.support_cases where id = $1 or contact_id = $2', [
        caseId,
        contactId,
      ])
    ).count
  expect([await read(buyer), await read(manager)]).toEqual([0, 2])
  const offered = await asPerson(market.db, manager, 'select from public.colleagues_of_support($1) where id = $2', [
    caseId,
    buyer,
  ])
  expect(offered.count).toBe(0)
  const assigned = await market.call('assign-support-case', { case_id: caseId, to_id: buyer }, { as: manager })
  expect(assigned.body.code).toBe('user_not_found')
})

test('a case goes back to the queue if the person writes again after its assignee left', async () => {
  const { write, caseId, conversationId } = await written()
  const manager = await market.manager('Lagos')
  await market.call('assign-support-case', { case_id: caseId, to_id: manager }, { as: manager })
  await answer(manager, caseId)
  await write('Thank you')
  expect(await caseOf('conversation_id', conversationId)).toMatchObject({ status: 'assigned', assigned_to: manager })
  await market.db.owner.query('delete from public.manager_regions where manager_id = $1', [manager])
  await write('It has not come')
  expect(await caseOf('conversation_id', conversationId)).toMatchObject({ status: 'new', assigned_to: null })
})

test('chiefs alone write canned answers', async () => {
  const add = async (role: string) =>
    asPerson(
      market.db,
      await market.person({ role }),
      `insert into public.canned_answers (title, body) values ('Thank you', 'Good day {name}') returning id`,
    )
  expect((await add('chief')).count).toBe(1)
  for (const role of ['coordinator', 'administrator', 'customer']) expect((await add(role)).errorCode).toBe('42501')
})

test('an impatient person keeps the place in the queue, until somebody answers', async () => {
  const { write, caseId } = await written()
  const at = async () =>
    (
      await market.row<{ at: Date }>('select written_at as at from public.support_cases where id = $1', [caseId])
    ).at.getTime()
  const first = await at()
  await write('Hello?')
  expect(await at()).toBe(first)
  const manager = await market.manager('Lagos')
  expect((await market.call('assign-support-case', { case_id: caseId, to_id: manager }, { as: manager })).status).toBe(
    200,
  )
  await write('Is anybody there?')
  expect(await at()).toBe(first)
  expect((await answer(manager, caseId)).status).toBe(200)
  await write('It is still not here.')
  const next = await at()
  expect(next).toBeGreaterThan(first)
  await write('Please!')
  expect(await at()).toBe(next)
})
