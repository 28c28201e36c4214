import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ReceivedMail, startMailServer, type TestMailServer } from '#server/testing/smtp.ts'
import { KEYS, ORIGIN, openTestWire, type TestWire } from '#server/testing/wire.ts'

let post: TestMailServer
let wire: TestWire
beforeAll(async () => {
  post = await startMailServer()
  wire = await openTestWire({ smtp: { url: post.url, from: 'Ajoja <hello@market.test>' } })
  await wire.startWork()
})
afterAll(async () => {
  await wire.stop()
  await post.stop()
})
beforeEach(() => post.refuseWith(undefined))

const patience = { timeout: 60_000, interval: 50 }
const newEmail = () => `post-${crypto.randomUUID().slice(0, 13)}@market.test`

async function send(path: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { 'content-type': 'application/json' }
  const response = await wire.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const signUp = (email: string, fullName: string) =>
  send('/auth/v1/signup', { email, password: 'a-good-basin-7', data: { full_name: fullName } })

function letterTo(email: string, subject: RegExp): Promise<ReceivedMail> {
  return vi.waitFor(() => {
    const found = post.letters.find(
      (letter) => letter.recipients.includes(email) && subject.test(headerOf(letter, 'Subject')),
    )
    if (!found) throw new Error(`No mail to ${email} yet`)
    return found
  }, patience)
}

function headerOf(letter: ReceivedMail, name: string): string {
  const found = letter.headers.filter((header) => header.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  if (found.length > 1) throw new Error(`${found.length} headers are called ${name}`)
  return found[0]?.slice(name.length + 1).trim() ?? ''
}

async function confirm(email: string): Promise<void> {
  const { text } = await letterTo(email, /^Confirm/)
  const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')
  expect(link.origin + link.pathname).toBe(`${ORIGIN}/auth/confirm`)
  const { type, token_hash } = Object.fromEntries(link.searchParams)
  const verified = await send('/auth/v1/verify', { type, token_hash })
  expect(verified).toMatchObject({ status: 200, body: { user: { email } } })
}

interface Log extends Record<string, unknown> {
  status: string
  error: string | null
  sent_at: Date | null
  queued: string
  attempts: number
}

const logOf = (email: string) =>
  wire.market.row<Log>(
    `select l.status, l.error, l.sent_at, l.subject, l.content, t.type, u.email as of, m.status as queued, m.attempts, m.last_error
       from public.email_logs l join public.email_templates t on t.id = l.template_id join auth.users u on u.id = l.user_id
       join mail.messages m on m.id = l.message_id where l.recipient_email = $1`,
    [email],
  )

/** Makes the next attempt due. */
async function tryAgain(email: string, { last = false } = {}): Promise<void> {
  await wire.market.db.owner.query(
    `update mail.messages set next_attempt_at = now(), attempts = case when $2 then 30 else attempts end
      where recipient = $1 and status = 'queued'`,
    [email, last],
  )
  await wire.market.db.owner.query(`notify mail_queued`)
}

describe('the mails of a new account', () => {
  test('are a confirmation link, then a welcome by name, recorded as sent', async () => {
    const email = newEmail()
    expect(await signUp(email, 'Ọmọlará Àjàyí')).toMatchObject({ status: 200, body: { email } })
    await letterTo(email, /^Confirm your e-mail address/)
    expect(await logOf(email)).toBeUndefined()
    await confirm(email)

    const welcome = await letterTo(email, /Welcome|=\?UTF-8\?/)
    expect(welcome.recipients).toEqual([email])
    expect(headerOf(welcome, 'From')).toBe('Ajoja <hello@market.test>')
    for (const words of [welcome.text, welcome.html]) {
      expect(words).toContain('Good day Ọmọlará Àjàyí,')
      expect(words).toContain(`See what is being bought together: `)
      expect(words).toContain(`${ORIGIN}/group-buys`)
      expect(words).not.toMatch(/\{\{|\}\}/)
    }
    await vi.waitFor(async () => expect(await logOf(email)).toMatchObject({ status: 'sent' }), patience)
    expect(await logOf(email)).toMatchObject({
      type: 'welcome',
      of: email,
      subject: 'Welcome to Ajoja, Ọmọlará Àjàyí',
      content: expect.stringContaining('Good day Ọmọlará Àjàyí,'),
      error: null,
      sent_at: expect.any(Date),
    })
    expect(wire.faults).toEqual([])
  })

  test('have one recipient and unchanged headers for any name', async () => {
    const email = newEmail()
    const name = 'Ada\r\nBcc: victim@evil.test\r\nSubject: Free money\r\n\r\n<script>alert(1)</script> {{base_url}}'
    const { status } = await signUp(email, name)
    expect(status).toBe(200)
    await confirm(email)
    const welcome = await letterTo(email, /Welcome|=\?UTF-8\?/)
    for (const letter of post.letters.filter(({ recipients }) => recipients.includes(email))) {
      expect(letter.recipients).toEqual([email])
      expect(headerOf(letter, 'Bcc')).toBe('')
      expect(headerOf(letter, 'To')).toBe(email)
      expect(headerOf(letter, 'Subject')).not.toBe('Free money')
    }
    expect(post.letters.flatMap(({ recipients }) => recipients)).not.toContain('victim@evil.test')
    expect(welcome.html).not.toContain('<script')
  })

  test('reject line breaks, even from the operator', async () => {
    const email = newEmail()
    const name = 'Ada\r\nBcc: victim@evil.test\nX-Smuggled: yes'
    const body = { type: 'welcome', recipient_email: email, data: { full_name: name, steps: [] } }
    const headers = { 'content-type': 'application/json', apikey: KEYS.secret, authorization: `Bearer ${KEYS.secret}` }
    const sent = await wire.request('/functions/v1/send-email', { method: 'POST', headers, body: JSON.stringify(body) })
    expect(sent.status).toBe(200)
    const letter = await letterTo(email, /Welcome/)
    expect(letter.recipients).toEqual([email])
    expect(headerOf(letter, 'Subject')).toBe('Welcome to Ajoja, Ada Bcc: victim@evil.test X-Smuggled: yes')
    expect([headerOf(letter, 'Bcc'), headerOf(letter, 'X-Smuggled')]).toEqual(['', ''])
  })

  test.each(['a@b.test\r\nBcc: x@evil.test', 'a@b.test, x@evil.test', '"a b" <a@b.test>', 'a@b.test\n'])(
    'never go to %j',
    async (email) => {
      const before = post.letters.length
      const { status } = await signUp(email, 'Ada')
      // Only the trailing space is cut off.
      expect(status).toBe(email.trim() === 'a@b.test' ? 200 : 400)
      await vi.waitFor(async () => {
        const { count } = await wire.market.row<{ count: number }>(
          `select count(*)::int from mail.messages where status = 'queued'`,
        )
        expect(count).toBe(0)
      }, patience)
      for (const letter of post.letters.slice(before)) expect(letter.recipients).toEqual(['a@b.test'])
    },
  )
})

describe('a mail that cannot be sent', () => {
  async function confirmed(): Promise<string> {
    const email = newEmail()
    await signUp(email, 'Ada Eze')
    await letterTo(email, /^Confirm/)
    return email
  }

  test('is retried after temporary failures, and recorded as sent in the end', async () => {
    const email = await confirmed()
    post.refuseWith({ code: 451, text: 'Try later' })
    await confirm(email)
    await vi.waitFor(async () => expect((await logOf(email)).last_error).toContain('Try later'), patience)
    expect(await logOf(email)).toMatchObject({ status: 'pending', sent_at: null, queued: 'queued', attempts: 1 })
    await tryAgain(email)
    await vi.waitFor(async () => expect((await logOf(email)).attempts).toBe(2), patience)
    post.refuseWith(undefined)
    await vi.waitFor(async () => {
      await tryAgain(email)
      expect(await logOf(email)).toMatchObject({ status: 'sent', error: null, sent_at: expect.any(Date) })
    }, patience)
    expect(post.letters.filter((letter) => letter.recipients.includes(email))).toHaveLength(2)
  })

  test('is recorded as failed with the reason after a permanent failure', async () => {
    const email = await confirmed()
    post.refuseWith({ code: 550, text: 'No such mailbox here' })
    await confirm(email)
    await vi.waitFor(async () => expect((await logOf(email)).status).toBe('failed'), patience)
    expect(await logOf(email)).toMatchObject({
      error: expect.stringContaining('No such mailbox here'),
      sent_at: null,
      queued: 'failed',
      attempts: 1,
    })
  })

  test('is recorded as failed after the last attempt, and stays queued while the server is down', async () => {
    const email = await confirmed()
    const away = await confirmed()
    const port = Number(new URL(post.url).port)
    await post.stop()
    await confirm(email)
    await confirm(away)
    for (const one of [email, away]) {
      await vi.waitFor(async () => expect((await logOf(one)).last_error).toBeTruthy(), patience)
      expect(await logOf(one)).toMatchObject({ status: 'pending', queued: 'queued', sent_at: null })
    }
    await tryAgain(email, { last: true })
    await vi.waitFor(async () => expect((await logOf(email)).status).toBe('failed'), patience)
    expect(await logOf(email)).toMatchObject({ error: expect.stringMatching(/ECONNREFUSED|connect/i), attempts: 31 })

    const removed = post
    post = await startMailServer({ port })
    post.letters.push(...removed.letters)
    await vi.waitFor(async () => {
      await tryAgain(away)
      expect(await logOf(away)).toMatchObject({ status: 'sent', error: null })
    }, patience)
    expect(await logOf(email)).toMatchObject({ status: 'failed' })
  })
})
