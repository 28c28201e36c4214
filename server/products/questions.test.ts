import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { MAX_OPEN_QUESTIONS } from '#domain/products/questions.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

async function stall() {
  const { vendorId, ownerId } = await market.shop()
  return { vendorId, ownerId, productId: await market.product(vendorId) }
}

const ask = (as: string, product_id: string, question = 'Is this the new harvest?') =>
  market.call('ask-question', { product_id, question }, { as })
const answer = (as: string, question_id: string, words: string) =>
  market.call('answer-question', { question_id, answer: words }, { as })
const report = (as: string, question_id: string) =>
  market.call('report-question', { question_id, reason: 'It insults people.' }, { as })
const judge = (as: string, question_id: string, hide: boolean | null = true) =>
  market.call('judge-question', { question_id, hide, reason: 'It insults a person.' }, { as })

async function askQuestion() {
  const made = await stall()
  const asker = await market.person({ name: 'Ngozi Okafor Bello' })
  const { body } = await ask(asker, made.productId)
  return { ...made, asker, id: String(body.question_id) }
}

const row = (id: string) =>
  market.row<Record<string, unknown>>('select * from public.product_questions where id = $1', [id])
const readShown = async (who: string | null, id: string) =>
  (
    await asPerson(
      market.db,
      who,
      'select id, asker_name, question, answer from public.product_questions where id = $1',
      [id],
    )
  ).rows
const readNotices = async (person: string) =>
  (
    await market.db.owner.query(
      'select kind, body, link from public.notices where person_id = $1 order by created_at',
      [person],
    )
  ).rows

describe('asking', () => {
  test('is for confirmed users, about active products of other shops', async () => {
    const { ownerId, productId, vendorId } = await stall()
    expect((await ask(await market.person({ confirmed: false }), productId)).body.code).toBe('asking_unconfirmed')
    expect((await ask(ownerId, productId)).body.code).toBe('own_product')
    const buyer = await market.person()
    expect((await ask(buyer, crypto.randomUUID())).body.code).toBe('product_not_found')
    expect((await ask(buyer, productId, 'Call 08031234567 please')).status).toBe(400)
    expect((await market.call('ask-question', { product_id: productId, question: 'Is it dry?' })).status).toBe(401)
    await market.moved('manager', `update public.vendors set status = 'suspended' where id = $1`, [vendorId])
    expect((await ask(buyer, productId)).body.code).toBe('product_not_found')
    await market.db.owner.query('update public.products set archived_at = now() where id = $1', [productId])
    expect((await ask(buyer, productId)).body.code).toBe('product_not_found')
  })

  test('shows only the first name, and notifies the vendor', async () => {
    const { id, ownerId } = await askQuestion()
    expect(await readShown(null, id)).toEqual([
      { id, asker_name: 'Ngozi', question: 'Is this the new harvest?', answer: null },
    ])
    expect(await readNotices(ownerId)).toEqual([
      { kind: 'question-asked', body: 'Is this the new harvest?', link: '/vendor/questions' },
    ])
  })

  test('allows only the maximum of unanswered questions, even concurrently', async () => {
    const { productId } = await stall()
    const buyer = await market.person()
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => ask(buyer, productId, `Is bag number ${index} dry?`)),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(MAX_OPEN_QUESTIONS)
    expect(responses.filter(({ body }) => body.code === 'too_many_open_questions')).toHaveLength(8 - MAX_OPEN_QUESTIONS)
  })
})

describe('answering', () => {
  test('is for the product’s vendor only, and notifies the asker once', async () => {
    const { id, ownerId, asker, productId } = await askQuestion()
    const rival = await market.shop()
    for (const other of [asker, rival.ownerId, await market.person({ role: 'administrator' })])
      expect((await answer(other, id, 'Yes.')).body.code).toBe('question_not_found')
    expect((await answer(ownerId, id, 'Ring 0803 123 4567')).status).toBe(400)
    expect((await answer(ownerId, id, 'Yes.')).status).toBe(200)
    expect((await answer(ownerId, id, 'Yes, from October.')).status).toBe(200)
    expect(await readShown(null, id)).toMatchObject([{ answer: 'Yes, from October.' }])
    expect(await readNotices(asker)).toEqual([
      { kind: 'question-answered', body: 'Yes.', link: `/products/${productId}#questions` },
    ])
  })

  test('ends with the vendor’s role', async () => {
    const { id, ownerId } = await askQuestion()
    await market.db.owner.query(`update public.profiles set role = 'customer' where id = $1`, [ownerId])
    expect((await answer(ownerId, id, 'Yes.')).body.code).toBe('question_not_found')
  })

  test('an answer can be changed for a day, by command and by table', async () => {
    const { id, ownerId } = await askQuestion()
    await answer(ownerId, id, 'Yes.')
    await withoutTriggers(market.db.owner, (client) =>
      client.query(`update public.product_questions set answered_at = now() - interval '25 hours' where id = $1`, [id]),
    )
    expect((await answer(ownerId, id, 'No.')).body.code).toBe('already_answered')
    for (const change of [`answer = 'No.'`, 'answered_at = now()', `question = 'Is it old?'`])
      await expect(
        market.db.owner.query(`update public.product_questions set ${change} where id = $1`, [id]),
      ).rejects.toThrow('stays as it was written')
  })
})

describe('abuse', () => {
  test('is reported by any user, and hidden only by content staff without a part in it', async () => {
    const { id, ownerId, asker, vendorId } = await askQuestion()
    const [administrator, reporter] = [await market.person({ role: 'administrator' }), await market.person()]
    // Only what was reported can be decided to stay.
    expect((await judge(administrator, id, false)).body.code).toBe('question_not_found')
    expect((await report(reporter, id)).status).toBe(200)
    expect((await report(asker, id)).status).toBe(200)
    expect(await row(id)).toMatchObject({ reported_by: reporter })
    for (const role of ['chief', 'manager', 'coordinator', 'customer'])
      expect((await judge(await market.person({ role }), id)).body.code).toBe('question_not_found')
    await market.db.owner.query(`update public.profiles set role = 'administrator' where id = $1`, [asker])
    expect((await judge(asker, id)).body.code).toBe('own_case')
    expect((await judge(administrator, id)).body).toEqual({ question_id: id, hidden: true })
    expect((await judge(administrator, id, false)).body.code).toBe('already_done')
    expect([await readShown(null, id), await readShown(reporter, id)]).toEqual([[], []])
    expect((await answer(ownerId, id, 'Yes.')).body.code).toBe('question_not_found')
    expect((await report(reporter, id)).body.code).toBe('question_not_found')
    const act = await market.row('select actor_id, action, after from public.audit_log where subject_id = $1', [id])
    expect(act).toMatchObject({
      actor_id: administrator,
      action: 'question.hide',
      after: { reason: 'It insults a person.' },
    })
    await expect(
      market.db.owner.query(
        `update public.product_questions q set judged_by = v.owner_id from public.vendors v where v.id = $1 and q.vendor_id = v.id`,
        [vendorId],
      ),
    ).rejects.toThrow('own case')
  })

  test('content staff hide a question without a report, and take it back for some minutes', async () => {
    const { id } = await askQuestion()
    const [administrator, supervisor] = [
      await market.person({ role: 'administrator' }),
      await market.person({ role: 'supervisor' }),
    ]
    const untouched = await row(id)
    for (const role of ['chief', 'manager', 'coordinator', 'customer'])
      expect((await judge(await market.person({ role }), id)).body.code).toBe('question_not_found')
    expect((await judge(administrator, id)).body).toEqual({ question_id: id, hidden: true })
    expect(await row(id)).toMatchObject({ reported_by: administrator, report_reason: 'It insults a person.' })
    expect((await judge(supervisor, id, null)).body.code).toBe('already_done')
    expect((await judge(administrator, id, null)).body).toEqual({ question_id: id, hidden: false })
    expect(await row(id)).toEqual(untouched)
    expect((await judge(administrator, id, null)).body.code).toBe('question_not_found')

    await report(supervisor, id)
    const reported = await row(id)
    await judge(administrator, id, false)
    expect((await judge(administrator, id, null)).status).toBe(200)
    expect(await row(id)).toEqual(reported)

    await judge(administrator, id)
    await withoutTriggers(market.db.owner, (client) =>
      client.query(`update public.product_questions set judged_at = judged_at - interval '11 minutes' where id = $1`, [
        id,
      ]),
    )
    expect((await judge(administrator, id, null)).body.code).toBe('already_done')
    expect(await readShown(null, id)).toEqual([])
  })

  test('a judged question can be judged again after an answer; a reported answer cannot change', async () => {
    const { id, ownerId } = await askQuestion()
    const [supervisor, reporter] = [await market.person({ role: 'supervisor' }), await market.person()]
    await report(reporter, id)
    await judge(supervisor, id, false)
    await report(reporter, id)
    expect(await row(id)).toMatchObject({ judged_by: supervisor, hidden_at: null })
    await answer(ownerId, id, 'You are a fool.')
    await report(reporter, id)
    expect(await row(id)).toMatchObject({ judged_by: null, judged_at: null })
    expect((await answer(ownerId, id, 'Yes.')).body.code).toBe('answer_reported')
    expect((await judge(supervisor, id)).status).toBe(200)
  })
})

test('visitors, customers and vendors cannot read askers, reporters or reasons, and no user can write the table', async () => {
  const { id, ownerId, asker, productId } = await askQuestion()
  await report(await market.person(), id)
  const rival = await market.shop()
  for (const who of [null, asker, ownerId, rival.ownerId, await market.person({ role: 'administrator' })]) {
    for (const sql of [
      'select asker_id from public.product_questions',
      'select reported_by from public.product_questions',
      'select report_reason from public.product_questions',
      `update public.product_questions set answer = 'x', answered_at = now()`,
      'delete from public.product_questions',
      `insert into public.product_questions (product_id, asker_id, asker_name, question) values ('${productId}', '${asker}', 'Ada', 'Is it dry?')`,
    ])
      expect([who, sql, (await asPerson(market.db, who, sql)).errorCode]).toEqual([who, sql, '42501'])
  }
})

test('shops see their own questions, and content staff those that everybody sees, and hidden ones', async () => {
  const { id, ownerId, asker } = await askQuestion()
  const [rival, administrator, chief] = [
    (await market.shop()).ownerId,
    await market.person({ role: 'administrator' }),
    await market.person({ role: 'chief' }),
  ]
  const seen = async (who: string | null) =>
    (await asPerson(market.db, who, 'select id from public.judged_questions where id = $1', [id])).count
  const counts = async () => [
    await seen(ownerId),
    await seen(rival),
    await seen(asker),
    await seen(administrator),
    await seen(chief),
  ]
  expect(await counts()).toEqual([1, 0, 0, 1, 0])
  await report(asker, id)
  expect(await counts()).toEqual([1, 0, 0, 1, 0])
  await judge(administrator, id)
  expect(await counts()).toEqual([1, 0, 0, 1, 0])
  const own = async (who: string) => (await asPerson(market.db, who, 'select question from public.my_questions')).rows
  expect([await own(asker), await own(rival)]).toEqual([[{ question: 'Is this the new harvest?' }], []])
  expect((await asPerson(market.db, null, 'select id from public.my_questions')).errorCode).toBe('42501')
})

test('questions of a suspended shop are hidden', async () => {
  const { id, vendorId } = await askQuestion()
  await market.moved('manager', `update public.vendors set status = 'suspended' where id = $1`, [vendorId])
  expect(await readShown(null, id)).toEqual([])
  await market.moved('manager', `update public.vendors set status = 'active' where id = $1`, [vendorId])
  expect(await readShown(null, id)).toHaveLength(1)
})
