import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ rateLimits: true })
})
afterAll(() => market.close())

const letter = {
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'A bag was short',
  message: 'Please look at order 10021.',
}

test('a contact message is stored and mailed; staff answer it once; visitors are limited to five an hour', async () => {
  const { body, status } = await market.call('send-contact-message', letter)
  expect(status).toBe(200)
  expect(await market.row(`select recipient, subject from mail.messages where kind = 'contact'`)).toEqual({
    recipient: 'help@market.test',
    subject: 'Contact form: A bag was short',
  })
  const answer = (as: string) =>
    market.call('answer-contact-message', { id: body.id, answer: 'We are looking into it.' }, { as })
  expect((await answer(await market.person())).status).toBe(404)
  const coordinator = await market.person({ role: 'coordinator' })
  expect((await answer(coordinator)).status).toBe(200)
  expect((await answer(coordinator)).status).toBe(404)
  expect((await market.call('send-contact-message', { ...letter, subject: 'a\r\nBcc: x@y.z' })).status).toBe(400)
  expect((await market.call('send-contact-message', { ...letter, email: 'nobody' })).body.errors).toHaveProperty(
    'email',
  )
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push((await market.call('send-contact-message', letter)).status)
  expect(statuses.at(-1)).toBe(429)
})

test.each([['an unconfirmed address'], ['a confirmed address']])(
  'the answer to %s repeats nothing that was typed',
  async (whose) => {
    const email =
      whose === 'a confirmed address'
        ? (await market.row<{ email: string }>('select rights.email_of($1) as email', [await market.person()])).email
        : `stranger-${crypto.randomUUID()}@example.com`
    const { id } = await market.row<{ id: string }>(
      `insert into public.contact_messages (name, email, subject, message)
       values ('Prize Desk', $1, 'You won at evil.example', 'Claim at evil.example') returning id`,
      [email],
    )
    const as = await market.person({ role: 'coordinator' })
    const answer = { id, answer: 'There is no such prize.' }
    expect((await market.call('answer-contact-message', answer, { as })).status).toBe(200)
    const mail = await market.row<{ subject: string; text: string; html: string | null }>(
      `select subject, text, html from mail.messages where kind = 'contact-answer' and recipient = $1`,
      [email],
    )
    expect(JSON.stringify(mail)).not.toMatch(/evil|Prize|won|Claim/)
    expect(mail.subject).toBe(`Our answer to your message ${id.slice(0, 8).toUpperCase()}`)
    expect(mail.text).toContain('There is no such prize.')
    expect(mail.text).toMatch(/This is about your message [0-9A-F]{8} of .*20\d\d/)
  },
)

test('buyer and vendor share one conversation about their order; other users have no access', async () => {
  const { buyId, ownerId } = await market.buy()
  const buyer = await market.person()
  const { body: joined } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  const write = (as: string, body: string) =>
    market.call('start-conversation', { order_id: joined.order.id, body }, { as })
  const [fromBuyer, fromVendor] = await Promise.all([
    write(buyer, 'When is the rice there?'),
    write(ownerId, 'Your rice comes on Friday.'),
  ])
  expect(fromBuyer.body.conversation_id).toBe(fromVendor.body.conversation_id)
  expect((await write(await market.person(), 'Let me read this')).status).toBe(404)
  expect(
    await market.row('select count(*)::integer as messages from public.messages where conversation_id = $1', [
      fromBuyer.body.conversation_id,
    ]),
  ).toEqual({ messages: 2 })
})

test('send-email is for the secret key, fills the template and keeps a log row', async () => {
  const person = await market.person({ name: 'Chidi <b>Eze</b>' })
  const input = {
    type: 'welcome',
    recipient_email: 'chidi@example.com',
    user_id: person,
    data: { steps: [{ text: 'Look', path: '/products' }], referral_code: 'ABC' },
  }
  expect((await market.call('send-email', input, { as: person })).status).toBe(403)
  const { status, body } = await market.call('send-email', input, { role: 'service_role' })
  expect(status).toBe(200)
  const log = await market.row<{ subject: string; content: string; status: string; html: string }>(
    'select l.subject, l.content, l.status, m.html from public.email_logs l join mail.messages m on m.id = l.message_id where l.id = $1',
    [body.email_log_id],
  )
  expect(log).toMatchObject({ subject: 'Welcome to Ajoja, Chidi <b>Eze</b>', status: 'pending' })
  expect(log.content).toContain('- Look: https://market.test/products')
  expect(log.html).toContain('Chidi &lt;b&gt;Eze&lt;/b&gt;')
  expect((await market.call('send-email', { ...input, type: 'unknown' }, { role: 'service_role' })).status).toBe(404)
})
