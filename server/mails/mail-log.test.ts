import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { mailResendTexts, templateTexts } from '#domain/mails/mail-texts.ts'
import { templatePlaceholders } from '#domain/mails/templates.ts'
import { queueMail } from '#platform/mail/queue-mail.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { authMail } from './auth-mails.ts'

let market: TestMarket
let chief: string
beforeAll(async () => {
  market = await openTestMarket()
  chief = await market.person({ role: 'chief' })
})
afterAll(() => market.close())

async function logged(kind: string) {
  const { rows } = await market.db.owner.query(
    `select l.id, l.recipient_email as to, l.subject, l.content, l.status, l.user_id as person, m.lane, m.id as message, t.type as template
     from public.email_logs l join mail.messages m on m.id = l.message_id left join public.email_templates t on t.id = l.template_id
     where l.kind = $1 order by l.created_at`,
    [kind],
  )
  return rows
}

describe('all mails are logged', () => {
  test('a decision about a shop, a cancelled buy, and an answer', async () => {
    const { vendorId, ownerId } = await market.shop({ status: 'pending' })
    const act = { vendor_id: vendorId, decision: 'reject' as const, note: 'The papers are missing.' }
    expect((await market.call('decide-vendor', act, { as: chief })).status).toBe(200)
    expect(await logged('vendor-decision')).toMatchObject([
      {
        person: ownerId,
        status: 'pending',
        content: expect.stringContaining('The papers are missing.'),
        lane: 'transactional',
      },
    ])

    const { buyId } = await market.buy()
    const buyer = await market.person()
    await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
    await market.call('cancel-group-buy', { group_buy_id: buyId, reason: 'The harvest was lost' }, { as: chief })
    expect(await logged('buy-cancelled')).toMatchObject([
      { person: buyer, content: expect.stringContaining('harvest') },
    ])

    const letter = { name: 'Ada', email: 'Ada@example.com', subject: 'A bag was short', message: 'Please look.' }
    const { body } = await market.call('send-contact-message', letter)
    await market.call('answer-contact-message', { id: body.id, answer: 'We are looking.' }, { as: chief })
    expect(await logged('contact-answer')).toMatchObject([
      { subject: expect.stringMatching(/^Our answer/), person: null },
    ])
    // The inbox has the message; the log records that it was forwarded.
    expect(await logged('contact')).toMatchObject([{ to: 'help@market.test', content: '' }])
  })

  test('the log contains nothing that gives access to an account', async () => {
    const person = await market.person()
    const { email } = await market.row<{ email: string }>('select email from auth.users where id = $1', [person])
    await market.db.database.as({ role: 'auth_admin', claims: {} }, async (tx) => {
      for (const kind of ['recovery', 'reauthentication'] as const) {
        const mail = { kind, to: email, link: 'https://market.test/auth?token_hash=abc', code: '482913' }
        await queueMail(tx, authMail({ ...mail, data: { userId: person, userMetadata: {} } }))
      }
    })
    const entries = [...(await logged('auth-recovery')), ...(await logged('auth-reauthentication'))]
    expect(entries).toMatchObject([
      { person, content: '', lane: 'codes' },
      { person, content: '', subject: '······ is your Ajoja code', lane: 'codes' },
    ])
    expect(JSON.stringify(entries)).not.toMatch(/482913|token_hash/)
  })

  test('also mails that are queued in other ways', async () => {
    await market.db.owner.query(
      `insert into mail.messages (kind, recipient, subject, text) values ('some-other', 'a@b.test', 'Hello', 'Words')`,
    )
    expect(await logged('some-other')).toMatchObject([{ to: 'a@b.test', content: 'Words', status: 'pending' }])
  })
})

test('senders of the contact form get a confirmation, at most one an hour', async () => {
  const letter = { name: 'Bola Ige', email: 'bola@example.com', subject: 'Delivery', message: 'Do you go to Badagry?' }
  for (const subject of ['Delivery', 'Again']) await market.call('send-contact-message', { ...letter, subject })
  const received = (await logged('contact-received')).filter(({ to }) => to === letter.email)
  expect(received).toMatchObject([
    { subject: 'We received your message', template: 'contact-received', lane: 'anonymous' },
  ])
  expect(received[0].content).toMatch(/Good day,[\s\S]*Reference: [0-9A-F]{8}[\s\S]*https:\/\/market\.test/)
  // The address is not verified.
  expect(JSON.stringify(received)).not.toMatch(/Bola Ige|Badagry|Delivery/)
})

describe('a mail that failed', () => {
  async function failed(kind = 'vendor-decision'): Promise<{ id: string; message: string }> {
    const { id: message } = await market.row<{ id: string }>(
      `insert into mail.messages (kind, recipient, subject, text, status, attempts) values ($1, 'away@b.test', 'Hello', 'Words', 'failed', 8) returning id`,
      [kind],
    )
    await market.moved('clock', `update public.email_logs set status = 'failed', error = '550' where message_id = $1`, [
      message,
    ])
    return {
      ...(await market.row<{ id: string }>('select id from public.email_logs where message_id = $1', [message])),
      message,
    }
  }
  const again = (id: string, as: string) => market.call('send-mail-again', { id }, { as })

  test('can be sent again by an administrator, which is audited', async () => {
    const { id, message } = await failed()
    expect(await again(id, chief)).toMatchObject({ status: 200, body: { id } })
    expect(
      await market.row(
        `select l.status, l.error, m.status as queued, m.attempts, m.next_attempt_at <= now() as due
         from public.email_logs l join mail.messages m on m.id = l.message_id where m.id = $1`,
        [message],
      ),
    ).toEqual({ status: 'pending', error: null, queued: 'queued', attempts: 0, due: true })
    expect(await market.row('select actor_id, action from public.audit_log where subject_id = $1', [id])).toEqual({
      actor_id: chief,
      action: 'mail.resend',
    })
    expect((await again(id, chief)).body.message).toBe(mailResendTexts.notFailed)
  })

  test('changes only as its cause allows, whatever else a statement changes', async () => {
    const [one, other] = [await failed(), await failed()]
    const move = (cause: string, to: string) =>
      market.moved(
        cause,
        `update public.email_logs set status = case id when $1 then 'sent' else $3 end where id in ($1, $2)`,
        [one.id, other.id, to],
      )
    await expect(move('clock', 'pending')).rejects.toThrow('email log cannot go from failed to pending by clock')
    await move('clock', 'sent')
    const back = `update public.email_logs set status = 'failed' where id = $1`
    await expect(market.moved('clock', back, [one.id])).rejects.toThrow('email log cannot go from sent to failed')
  })

  test('cannot be sent by other users', async () => {
    const { id } = await failed()
    for (const role of ['customer', 'vendor', 'manager', 'coordinator', 'administrator', 'supervisor']) {
      expect((await again(id, await market.person({ role }))).status).toBe(404)
    }
  })

  test('is not sent with an expired link, nor without its text', async () => {
    expect((await again((await failed('auth-recovery')).id, chief)).body).toMatchObject({
      message: mailResendTexts.runOut,
    })
    const { id, message } = await failed()
    await market.db.owner.query('delete from mail.messages where id = $1', [message])
    expect((await again(id, chief)).body).toMatchObject({ message: mailResendTexts.forgotten })
  })
})

describe('a template', () => {
  const write = (words: string, type = 'welcome') =>
    asPerson(market.db, chief, `update public.email_templates set content = $2 where type = $1`, [type, words])

  test('has the same parameters in the database and in the code', async () => {
    const { rows } = await market.db.owner.query('select type, placeholders from public.email_templates order by type')
    expect(Object.fromEntries(rows.map(({ type, placeholders }) => [type, placeholders]))).toEqual(templatePlaceholders)
  })

  test.each([
    ['{{full_nmae}}', 'full_nmae'],
    ['{{text}}', 'text'],
    ['{{#steps}}{{pth}}{{/steps}}', 'pth'],
    ['{{ base-url }}', 'base-url'],
    ['{{steps.text}}', 'steps.text'],
    ['{{>welcome}}', '>welcome'],
  ])('with %s is refused with a list of its parameters', async (words, name) => {
    expect(await write(`Good day ${words}`)).toMatchObject({
      errorCode: 'PT400',
      message: templateTexts.unknown(name, templatePlaceholders.welcome),
    })
  })

  test.each(['{{{full_name}}}', '{{&full_name}}', '{{ & full_name }}', '{{=<% %>=}}<%& full_name %>'])(
    'with %s is refused: it would not be escaped',
    async (words) => {
      expect(await write(`Good day ${words}`)).toMatchObject({ errorCode: 'PT400', message: templateTexts.unescaped })
      await market.db.owner.query(
        `insert into public.email_templates (type, subject, content) values ('own', 'News', 'Good day') on conflict do nothing`,
      )
      expect((await write(words, 'own')).errorCode).toBe('PT400')
    },
  )

  test('with a missing brace is refused, also one of the operator', async () => {
    await market.db.owner.query(
      `insert into public.email_templates (type, subject, content) values ('harvest', 'News', 'Good day {{anything}}')`,
    )
    for (const type of ['welcome', 'harvest']) {
      expect(await write('Good day {{full_name}', type)).toMatchObject({ errorCode: 'PT400' })
    }
    expect(await write('{{#news}}{{whatever}}{{/news}}', 'harvest')).toMatchObject({ errorCode: null, count: 1 })
    await market.db.owner.query(`delete from public.email_templates where type = 'harvest'`)
  })

  test('with valid parameters is saved', async () => {
    const words = '{{full_name}} {{#steps}}- {{text}} {{base_url}}{{path}}{{/steps}} {{! a note }} {{referral_code}}'
    expect(await write(words)).toMatchObject({ errorCode: null, count: 1 })
  })
})
