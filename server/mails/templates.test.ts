import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { requiredPlaceholders } from '#domain/mails/templates.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
let chief: string
beforeAll(async () => {
  market = await openTestMarket()
  chief = await market.person({ role: 'chief' })
})
afterAll(() => market.close())

const WORDS = { type: 'contact-received', subject: 'We have it', content: 'Reference: {{reference}}' }
const sendTest = (words: object, as: string) => market.call('send-test-mail', { ...WORDS, ...words }, { as })
const tests = async () =>
  (await market.db.owner.query(`select recipient, subject, text from mail.messages where kind = 'template-test'`)).rows

test('what a mail is for is the same in the database and in the code, and cannot be left out', async () => {
  const { rows } = await market.db.owner.query('select type, required from public.email_templates')
  expect(Object.fromEntries(rows.map(({ type, required }) => [type, required]))).toEqual(requiredPlaceholders)
  const write = (content: string) =>
    asPerson(market.db, chief, `update public.email_templates set content = $1 where type = 'contact-received'`, [
      content,
    ])
  expect(await write('Good day')).toMatchObject({
    errorCode: 'PT400',
    message: 'This mail needs the placeholder {{reference}}.',
  })
  expect(await write('Good day {{referenced}}')).toMatchObject({ errorCode: 'PT400' })
  expect(await write('Good day {{ reference }}')).toMatchObject({ errorCode: null, count: 1 })
})

test('the texts that came with the market are kept, and stay as they are', async () => {
  const { rows } = await market.db.owner.query(
    'select (subject, content) = (default_subject, default_content) as is_default from public.email_templates',
  )
  expect(rows).toEqual([{ is_default: true }, { is_default: true }])
  const change = `update public.email_templates set default_content = 'x {{reference}}' where type = 'contact-received'`
  expect((await asPerson(market.db, chief, change)).errorCode).toBe('42501')
})

test('a test goes to the chief’s own address, with examples, and changes nothing', async () => {
  expect((await sendTest({}, chief)).status).toBe(200)
  const [mail] = await tests()
  const { rows } = await market.db.owner.query('select email from auth.users where id = $1', [chief])
  expect(mail).toMatchObject({ recipient: rows[0].email, subject: 'Test: We have it', text: 'Reference: 7C1E52A0' })
  const stored = await market.db.owner.query(
    `select subject from public.email_templates where type = 'contact-received'`,
  )
  expect(stored.rows[0].subject).toBe('We received your message')
})

test('a broken template is refused before it is sent, and only chiefs send one', async () => {
  const before = (await tests()).length
  for (const content of ['Good day', '{{refrence}} {{reference}}', '{{#reference}}', '{{{reference}}}'])
    expect((await sendTest({ content }, chief)).status, content).toBe(400)
  expect((await sendTest({ type: 'unknown' }, chief)).status).toBe(404)
  for (const role of ['customer', 'vendor', 'manager', 'coordinator', 'administrator'] as const)
    expect((await sendTest({}, await market.person({ role }))).status, role).toBe(404)
  expect((await tests()).length).toBe(before)
})
