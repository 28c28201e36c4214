import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { LOCKED_MESSAGES } from '#domain/mails/own-texts/locked-messages.ts'
import { slotStandard } from '#domain/mails/own-texts/message-parts.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
let chief: string
let second: string
beforeAll(async () => {
  market = await openTestMarket()
  chief = await market.person({ role: 'chief' })
  second = await market.person({ role: 'chief' })
})
afterAll(() => market.close())
afterEach(() => market.db.owner.query('truncate public.message_texts'))

const WORDS = {
  kind: 'order-paid',
  part: 'mail',
  variant: 'usual',
  language: 'en',
  subject: 'Thank you for {what}',
  body: 'We hold {paid} for order {orderNo} ({reference}).\n\n{link}',
  version: 0,
}
const save = (words: object = {}, as = chief) => market.call('save-message-text', { ...WORDS, ...words }, { as })
const rows = async (sql: string, values: unknown[] = []) => (await market.db.owner.query(sql, values)).rows

async function notifyPaid() {
  const person = await market.person()
  const to = `${randomUUID()}@market.test`
  const facts = { orderId: randomUUID(), what: 'Rice {link} $&', orderNo: 7, paidKobo: 123_400n, reference: 'AJ-1' }
  await market.db.database.as(SERVICE, (tx) =>
    queueSystemMail(tx, 'order-paid', { to, person, facts, siteUrl: 'https://m.test' }),
  )
  const [mail] = await rows('select subject, text, lane from mail.messages where recipient = $1', [to])
  const [notice] = await rows('select title, body, templates from public.notices where person_id = $1', [person])
  return { mail, notice, facts }
}

test('the next mail and notice are in the words of the chief, until the standard ones are taken again', async () => {
  const standard = await notifyPaid()
  expect(standard.mail.subject).toBe('Paid: Rice {link} $&')
  expect(await save()).toMatchObject({ status: 200, body: { version: 1 } })
  await save({ part: 'notice', language: 'yo', subject: 'A dupe', body: 'Yo {paid} {orderNo}' })
  const { mail, notice, facts } = await notifyPaid()
  expect(mail).toEqual({
    lane: 'transactional',
    subject: 'Thank you for Rice {link} $&',
    text: `We hold ₦1,234 for order 7 (AJ-1).\n\nhttps://m.test/account/orders/${facts.orderId}\n`,
  })
  expect(notice.title).toBe(standard.notice.title)
  expect(notice.templates).toMatchObject({
    title: standard.notice.templates.title,
    own: { yo: { title: 'A dupe', body: 'Yo ₦1,234 7' } },
  })
  expect(await save({ version: 1, subject: '', body: '', use_standard: true })).toMatchObject({ body: { version: 2 } })
  expect((await notifyPaid()).mail.subject).toBe(standard.mail.subject)
  const acts = await rows(`select action from public.audit_log where subject_type = 'message_text' order by id`)
  expect(acts.map(({ action }) => action)).toEqual(['message-text.save', 'message-text.save', 'message-text.reset'])
})

test('what the message has to say cannot be left out, in the form or in the table', async () => {
  for (const name of ['paid', 'orderNo', 'reference', 'link']) {
    const answer = await save({ body: WORDS.body.replace(`{${name}}`, 'it') })
    expect(answer.status, name).toBe(400)
    expect(JSON.stringify(answer.body), name).toContain(`{${name}}`)
  }
  for (const words of [
    { body: `${WORDS.body} https://evil.test` },
    { subject: '<b>' },
    { body: `${WORDS.body} {nope}` },
  ])
    expect((await save(words)).status).toBe(400)
  expect(await insert({ body: 'It is paid.' })).toBe('This message has to say {link}')
  expect(await insert({ body: 'See {link} {nope}' })).toBe('This message has no placeholder {nope}')
  expect(await insert({ body: 'See {link} or https://evil.test' })).toContain('plain text')
  expect(await insert({ body: 'See {link} or evil.test' })).toContain('plain text')
  for (const elsewhere of [
    'Pay to 0123456789',
    '0803 123 4567',
    '٠١٢٣.٤٥٦.٧٨٩',
    '０１２３４５６７８９',
    '1.2.3.4',
    'evil。test',
    'evil．test',
    '｛08031234567｝',
    '⓿❽⓿❸❶❷❸❹❺❻❼',
    '0803-----123-----4567',
    '01\u200b\u200b\u200b\u200b\u200b23456789',
    '0803\u3164123\u31644567',
    'evil.e\u200bxample',
    '0803{link}1234567',
  ]) {
    expect(await insert({ body: `See {link} ${elsewhere}` }), elsewhere).toContain(
      'numbers come from placeholders only',
    )
    expect(await insert({ subject: elsewhere }), elsewhere).toContain('numbers come from placeholders only')
    expect(JSON.stringify((await save({ body: `${WORDS.body} ${elsewhere}` })).body), elsewhere).toMatch(
      /phone or account number|Take this address out/,
    )
  }
  // Two numbers that no text has together.
  expect(await insert({ subject: 'Since 2026', body: '{link} 31.12.2026' })).toBe('')
  await market.db.owner.query('truncate public.message_texts')
  expect(await insert({ kind: 'hand-over-code', subject: '{code}', placeholders: ['code', 'link'] })).toContain(
    'log of mails',
  )
  expect(await insert({ part: 'sms', subject: '', body: `{link}${'x'.repeat(300)}` })).toContain('wrong length')
  expect(await insert({})).toBe('')
})

/** A row as the server would write it, without the checks of the command. Returns the error. */
async function insert(row: { [column: string]: unknown }): Promise<string> {
  const full = {
    kind: 'order-paid',
    part: 'mail',
    variant: 'usual',
    language: 'en',
    version: 1,
    subject: 'Paid',
    body: 'See {link}',
    required: ['link'],
    placeholders: ['link'],
    standard_subject: 'x',
    standard_body: 'x',
    author_id: chief,
    author_name: 'Ada',
    ...row,
  }
  const columns = Object.keys(full)
  const places = columns.map((_, at) => `$${at + 1}`).join(', ')
  const write = market.db.database.as(SERVICE, (tx) =>
    tx.query(`insert into public.message_texts (${columns.join(', ')}) values (${places})`, Object.values(full)),
  )
  return write.then(
    () => '',
    (error: Error) => error.message,
  )
}

test('only chiefs write and read texts, in the database too', async () => {
  await save()
  for (const role of ['customer', 'vendor', 'manager', 'coordinator', 'administrator'] as const) {
    const person = await market.person({ role })
    expect((await save({ version: 1, subject: 'Mine' }, person)).status, role).toBe(404)
    expect((await market.call('send-test-message', { ...WORDS, version: undefined }, { as: person })).status).toBe(404)
    expect(await asPerson(market.db, person, 'select kind from public.message_texts'), role).toMatchObject({ count: 0 })
    expect(await insert({ version: 2, author_id: person })).toContain('Only chiefs')
  }
  expect(await asPerson(market.db, chief, 'select kind from public.message_texts')).toMatchObject({ count: 1 })
  for (const sql of [`update public.message_texts set body = 'x'`, 'delete from public.message_texts'])
    expect((await asPerson(market.db, chief, sql)).errorCode, sql).toBe('42501')
  await expect(rows(`update public.message_texts set body = 'See {link}'`)).rejects.toThrow('never changed')
  await expect(rows('delete from public.message_texts')).rejects.toThrow('never changed')
})

test('of two chiefs who write at once, the second is told; a retried call writes once', async () => {
  const answers = await Promise.all([save(), save({ subject: 'Other words for {what}' }, second)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await save({ subject: 'Old form' }, second)).toMatchObject({
    status: 409,
    body: { code: 'text_changed_meanwhile' },
  })
  const { subject } = (await rows('select subject from public.message_texts'))[0]
  expect(await save({ subject, version: 1 })).toMatchObject({ status: 200, body: { version: 1 } })
  expect(await rows('select version from public.message_texts')).toEqual([{ version: 1 }])
  expect(await insert({ version: 1 })).toContain('meanwhile')
  expect(await insert({ version: 3 })).toContain('meanwhile')
})

test('the messages of account security are nobody’s to change', async () => {
  for (const kind of LOCKED_MESSAGES) {
    const { subject = '', body = '' } =
      slotStandard({ name: kind, part: 'mail', variant: 'usual', language: 'en' }) ?? {}
    expect(await save({ kind, subject, body }), kind).toMatchObject({ status: 409, body: { code: 'text_locked' } })
    expect(await insert({ kind }), kind).toContain('cannot be changed')
  }
  expect(await insert({ kind: 'auth-recovery' })).toContain('cannot be changed')
})

test.each([
  { kind: 'nope' },
  { part: 'fax' },
  { variant: 'unheard=of' },
  { variant: 'refundKobo=0; drop table' },
  { language: 'fr' },
  { language: 'yo' },
  { part: 'sms', subject: '' },
  { version: -1 },
  { version: 1.5 },
  { body: 'x'.repeat(6000) },
])('there is no text for %j', async (words) => {
  expect([400, 404]).toContain((await save(words)).status)
  expect(await rows('select from public.message_texts')).toEqual([])
})

test('a test goes to the chief’s own address with example facts, and is checked like the text', async () => {
  const { version: _, ...words } = WORDS
  const answer = await market.call('send-test-message', words, { as: chief })
  const [{ email }] = await rows('select email from auth.users where id = $1', [chief])
  expect(answer).toMatchObject({ status: 200, body: { recipient_email: email } })
  const tests = () => rows(`select recipient, subject, text from mail.messages where kind = 'message-test'`)
  expect(await tests()).toEqual([
    { recipient: email, subject: 'Test: Thank you for Ofada rice', text: expect.stringContaining('We hold ₦77,900') },
  ])
  expect((await market.call('send-test-message', { ...words, body: 'Paid' }, { as: chief })).status).toBe(400)
  expect(await tests()).toHaveLength(1)
  expect(await rows('select from public.message_texts')).toEqual([])
})
