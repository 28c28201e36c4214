import { createServer, type Server } from 'node:net'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { SERVICE } from '#platform/postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { mailMetrics } from './mail-metrics.ts'
import { backOffMs, type MailSender, startMailSender } from './mail-sender.ts'
import type { MailOutcome } from './outbox.ts'
import { type Mail, queueMail, queueMailBatch, UnsendableMail } from './queue-mail.ts'
import { type MailTransport, smtpTransport } from './smtp.ts'
import { deleteOldMail, listStoredMail } from './stored-mail.ts'

/** A long timeout, because the machine that runs the tests may be busy. */
const soon = <T>(check: () => T | Promise<T>, options: { timeout?: number; interval?: number } = {}) =>
  vi.waitFor(check, { timeout: 60_000, interval: 20, ...options })

let db: TestDatabase
let sender: MailSender | undefined
beforeAll(async () => {
  db = await createTestDatabase()
})
afterEach(async () => {
  await sender?.stop()
  sender = undefined
  await db.owner.query('delete from mail.messages')
})
afterAll(() => db.drop())

const mail = (change: Partial<Mail> = {}): Mail => ({
  to: 'ada@example.test',
  subject: 'Hello',
  text: 'A link: https://example.test/?a=1',
  kind: 'greeting',
  lane: 'transactional',
  ...change,
})
const queue = (change: Partial<Mail> = {}, role = 'service_role') =>
  db.database.as({ role, claims: { role } }, (tx) => queueMail(tx, mail(change)))
const row = async (id: string) => (await db.owner.query('select * from mail.messages where id = $1', [id])).rows[0]

describe('queueMail', () => {
  test('is queued only if the transaction commits', async () => {
    const lost = db.database.as(SERVICE, async (tx) => {
      await queueMail(tx, mail())
      throw new Error('undone')
    })
    await expect(lost).rejects.toThrow('undone')
    expect((await db.owner.query('select 1 from mail.messages')).rowCount).toBe(0)
  })

  test('is open to the auth service and closed to members', async () => {
    expect(await row(await queue({}, 'auth_admin'))).toMatchObject({ status: 'queued', recipient: 'ada@example.test' })
    await expect(queue({}, 'authenticated')).rejects.toMatchObject({ code: '42501' })
    await expect(queue({}, 'anon')).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    { to: 'a@b.test\r\nBcc: all@b.test' },
    { to: 'a@b.test, c@d.test' },
    { to: '"Ada" <a@b.test>' },
    { to: 'nobody' },
    { subject: 'Hi\nBcc: all@b.test' },
    { subject: '' },
    { headers: { 'X-A': 'b\r\nBcc: c' } },
    { headers: { 'X-A: b\r\nBcc': 'c' } },
    { headers: { Bcc: 'c@d.test' } },
    { text: 'nul \0' },
    { kind: 'Not A Word' },
  ])('rejects %j', async (change) => {
    await expect(queue(change)).rejects.toThrow(UnsendableMail)
  })

  test('is also checked by constraints of the table', async () => {
    const insert = (recipient: string, subject: string, headers = '{}') =>
      db.owner.query(
        `insert into mail.messages (kind, recipient, subject, text, headers) values ('x', $1, $2, 't', $3)`,
        [recipient, subject, headers],
      )
    await expect(insert('a@b.test\nBcc: c', 'x')).rejects.toMatchObject({ code: '23514' })
    await expect(insert('a@b.test', 'x\r\ny')).rejects.toMatchObject({ code: '23514' })
    await expect(insert('a@b.test', 'x', '{"X":"a\\r\\nb"}')).rejects.toMatchObject({ code: '23514' })
  })
})

describe('the sender without a mail server', () => {
  test('stores mails immediately and calls the listener', async () => {
    const outcomes: MailOutcome[] = []
    sender = await startMailSender({
      database: db.database,
      transport: null,
      onSettled: async (_, settled) => void outcomes.push(...settled),
    })
    const id = await queue({ html: '<p>Hello</p>' })
    await soon(async () => expect(await row(id)).toMatchObject({ status: 'sent', delivered_to: 'stored' }))
    expect(outcomes).toEqual([{ id, kind: 'greeting', recipient: 'ada@example.test', status: 'sent', error: null }])
    const stored = await listStoredMail(db.database, { to: 'ADA@example.test' })
    expect(stored).toMatchObject([{ id, to: 'ada@example.test', html: '<p>Hello</p>', text: mail().text }])
    expect(await listStoredMail(db.database, { to: 'other@example.test' })).toEqual([])
  })

  test('a failing listener does not undo the status', async () => {
    const faults: unknown[] = []
    sender = await startMailSender({
      database: db.database,
      transport: null,
      onSettled: async (tx) => void (await tx.query('select 1/0')),
      onFault: (fault) => faults.push(fault),
    })
    const id = await queue()
    await soon(async () => expect((await row(id)).status).toBe('sent'))
    expect(faults).toHaveLength(1)
  })

  test('two senders never send a mail twice', async () => {
    const delivered: string[] = []
    const deliver = async ({ id }: { id: string }) => {
      delivered.push(id)
      return 'test'
    }
    const transport = { deliver, verify: async () => undefined, close: () => undefined }
    const ids = await Promise.all(Array.from({ length: 40 }, () => queue()))
    sender = await startMailSender({ database: db.database, transport })
    const other = await startMailSender({ database: db.database, transport })
    await soon(() => expect(delivered.length).toBeGreaterThanOrEqual(40))
    await other.stop()
    expect(delivered.toSorted()).toEqual(ids.toSorted())
  })
})

describe('lanes', () => {
  test('a backlog in one lane, and a server that does not respond, do not delay the others', async () => {
    await db.owner.query(
      `insert into mail.messages (kind, recipient, subject, text, lane, next_attempt_at)
       select 'welcome', 'person' || n || '@example.test', 'Welcome', 'Hello', lane, now() - interval '1 hour'
       from generate_series(1, 1000) n, unnest(array['bulk', 'anonymous']) lane`,
    )
    let answer: () => void = () => undefined
    const silence = new Promise<void>((resolve) => (answer = resolve))
    const delivered: string[] = []
    const transport = {
      verify: async () => undefined,
      async deliver({ recipient }: { recipient: string }) {
        if (recipient.startsWith('person')) await silence
        delivered.push(recipient)
        return 'test'
      },
      close: () => undefined,
    }
    sender = await startMailSender({ database: db.database, transport })
    await queue({ to: 'code@example.test', lane: 'codes' }, 'auth_admin')
    await queue({ to: 'joined@example.test', lane: 'transactional' })
    await soon(() => expect(delivered.toSorted()).toEqual(['code@example.test', 'joined@example.test'])).catch(
      (fault: unknown) => {
        answer()
        throw fault
      },
    )
    await db.owner.query(`delete from mail.messages where recipient not in ('person1@example.test')`)
    answer()
    // A full lane is drained without delay either.
    await soon(() => expect(delivered.filter((one) => one === 'person1@example.test')).toHaveLength(2))
  })

  test('a failed mail that is queued again is sent immediately', async () => {
    sender = await startMailSender({ database: db.database, transport: null })
    const id = await queue()
    await soon(async () => expect((await row(id)).status).toBe('sent'))
    await db.owner.query(`update mail.messages set status = 'failed', sent_at = null where id = $1`, [id])
    await db.owner.query(`update mail.messages set status = 'queued', next_attempt_at = now() where id = $1`, [id])
    await soon(async () => expect((await row(id)).status).toBe('sent'))
  })
})

describe('the sender with a mail server', () => {
  test('sends with its id and deletes the body', async () => {
    const server = await smtpServer(() => '250 taken')
    sender = await startMailSender({
      database: db.database,
      transport: smtpTransport({ url: server.url, from: 'Shop <shop@example.test>' }),
    })
    const id = await queue({ subject: 'Ẹ káàbọ̀ 🎉' })
    await soon(async () =>
      expect(await row(id)).toMatchObject({ status: 'sent', text: null, delivered_to: '127.0.0.1' }),
    )
    const letter = server.letters[0] ?? ''
    expect(letter).toContain(`Message-ID: <${id}@example.test>`)
    expect(letter).toContain('To: ada@example.test')
    server.close()
  })

  test('retries after a temporary error and gives up after a permanent one', async () => {
    let answer = '451 later'
    const server = await smtpServer(() => answer)
    const outcomes: MailOutcome[] = []
    sender = await startMailSender({
      database: db.database,
      transport: smtpTransport({ url: server.url, from: 'shop@example.test' }),
      onSettled: async (_, settled) => void outcomes.push(...settled),
    })
    const id = await queue()
    await soon(async () => expect((await row(id)).last_error).toContain('451'))
    expect(await row(id)).toMatchObject({ status: 'queued', attempts: 1 })
    answer = '550 no such person'
    await db.owner.query('update mail.messages set next_attempt_at = now()')
    await sender.sendDue()
    expect(await row(id)).toMatchObject({ status: 'failed', attempts: 2 })
    expect(outcomes).toMatchObject([{ id, status: 'failed' }])
    server.close()
  })

  test('an unreachable server leaves the mail queued, and each attempt is reported', async () => {
    const unsent: object[] = []
    sender = await startMailSender({
      database: db.database,
      transport: smtpTransport({ url: 'smtp://127.0.0.1:1', from: 'a@b.test' }),
      onAttemptFailed: ({ id, kind, attempts }, fault) => unsent.push({ id, kind, attempts, fault: String(fault) }),
    })
    const id = await queue()
    await soon(async () => expect((await row(id)).last_error).toBeTruthy())
    expect((await row(id)).status).toBe('queued')
    const fault = expect.stringContaining('ECONNREFUSED')
    expect(unsent).toEqual([{ id, kind: 'greeting', attempts: 1, fault }])
  })
})

describe('an outage of the mail server', () => {
  const HOUR_MS = 3_600_000
  const down = (fault: object): MailTransport => ({
    deliver: async () => await Promise.reject(Object.assign(new Error('down'), fault)),
    verify: async () => undefined,
    close: () => undefined,
  })

  /** The pauses after each attempt until the mail fails. */
  async function pausesOf(id: string): Promise<number[]> {
    const pauses: number[] = []
    while (pauses.length < 100) {
      await db.owner.query('update mail.messages set next_attempt_at = now() where id = $1', [id])
      await sender?.sendDue()
      const { status, next_attempt_at } = await row(id)
      if (status === 'failed') break
      pauses.push(next_attempt_at.getTime() - Date.now())
    }
    return pauses
  }
  const sum = (pauses: number[]) => pauses.reduce((total, pause) => total + pause, 0)

  test.each([{ code: 'ECONNECTION' }, { code: 'EPROTOCOL', responseCode: 554 }, { code: 'EAUTH', responseCode: 535 }])(
    'of a day loses no mail, which is tried at least once an hour: %j',
    async (fault) => {
      sender = await startMailSender({ database: db.database, transport: down(fault) })
      const pauses = await pausesOf(await queue())
      expect(sum(pauses)).toBeGreaterThanOrEqual(24 * HOUR_MS)
      expect(sum(pauses)).toBeLessThan(25 * HOUR_MS)
      expect(Math.max(...pauses)).toBeLessThanOrEqual(HOUR_MS)
    },
  )

  test('ends the attempts of a mail with a code when the code has expired', async () => {
    const expiresSoon = (kind: string) => kind === 'code'
    sender = await startMailSender({ database: db.database, transport: down({ code: 'ECONNECTION' }), expiresSoon })
    const pauses = await pausesOf(await queue({ kind: 'code', lane: 'codes' }))
    expect(sum(pauses)).toBeGreaterThan(HOUR_MS)
    expect(sum(pauses)).toBeLessThan(1.5 * HOUR_MS)
  })

  test('is counted by the mails that failed within a day, however old they are', async () => {
    sender = await startMailSender({ database: db.database, transport: down({ code: 'EENVELOPE', responseCode: 550 }) })
    const id = await queue()
    await soon(async () => expect((await row(id)).status).toBe('failed'))
    const failures = async () => {
      const { rows } = await mailMetrics.read(db.owner as unknown as pg.PoolClient)
      return rows.find(({ name }) => name === 'mails_failed_last_day')?.value
    }
    await db.owner.query(`update mail.messages set created_at = now() - interval '26 hours'`)
    expect(await failures()).toBe(1)
    await db.owner.query(`update mail.messages set next_attempt_at = now() - interval '25 hours'`)
    expect(await failures()).toBe(0)
  })
})

test('a mail scheduled for later does not count as waiting', async () => {
  const ages = async () => {
    const { rows } = await mailMetrics.read(db.owner as unknown as pg.PoolClient)
    return rows
      .filter(({ name, label }) => name !== 'mails_failed_last_day' && label === 'transactional')
      .map(({ value }) => value)
  }
  const dueAt = new Date(Date.now() + 8 * 3_600_000)
  await db.database.as(SERVICE, (tx) => queueMailBatch(tx, [{ ...mail(), dueAt }]))
  await db.owner.query(`update mail.messages set created_at = now() - interval '2 hours'`)
  expect(await ages()).toEqual([0, 0])
  await db.owner.query(`update mail.messages set due_at = now() - interval '1 hour'`)
  expect(await ages()).toEqual([1, expect.closeTo(3_600, -2)])
})

test('backOffMs doubles up to an hour', () => {
  expect([1, 2, 3, 20].map(backOffMs)).toEqual([30_000, 60_000, 120_000, 3_600_000])
})

test('deleteOldMail leaves queued mail', async () => {
  const [old, queued] = [await queue(), await queue()]
  await db.owner.query(`update mail.messages set created_at = now() - interval '31 days'`)
  await db.owner.query(`update mail.messages set status = 'sent', sent_at = now() where id = $1`, [old])
  expect(await deleteOldMail(db.database)).toBe(1)
  expect(await row(queued)).toBeTruthy()
})

/** A minimal SMTP server (RFC 5321) for one client; `reply` answers the end of a message. */
async function smtpServer(reply: () => string): Promise<{ url: string; letters: string[]; close(): void }> {
  const letters: string[] = []
  const server: Server = createServer((socket) => {
    let letter: string | null = null
    socket.on('error', () => undefined)
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (letter !== null) {
        letter += text
        if (!letter.endsWith('\r\n.\r\n')) return
        letters.push(letter)
        letter = null
        socket.write(`${reply()}\r\n`)
        return
      }
      for (const line of text.split('\r\n').filter(Boolean)) {
        if (/^DATA/i.test(line)) letter = ''
        socket.write(/^DATA/i.test(line) ? '354 go on\r\n' : /^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `smtp://127.0.0.1:${port}`, letters, close: () => server.close() }
}
