import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SERVICE } from '#platform/postgres/database.ts'
import { SmsFault } from '#platform/sms/sms.ts'
import { openTextMarket, type TextMarket } from '#server/testing/text-notices.ts'

let texted: TextMarket
beforeAll(async () => {
  texted = await openTextMarket()
})
afterAll(() => texted.close())
beforeEach(async () => {
  texted.texts.length = 0
  texted.standIn.received.length = 0
  texted.standIn.behave({ kind: 'accept' })
  texted.failSms(null)
  const { owner } = texted.market.db
  await owner.query('truncate public.text_messages, public.text_message_stops, public.notice_preferences')
})

const sql = (text: string, values: unknown[] = []) => texted.market.db.owner.query(text, values)
const setNow = (key: string, value: number) =>
  sql(
    `begin; set local session_replication_role = replica; update public.settings set value = '${value}' where key = '${key}'; commit`,
  )
/** Quiet at every time of day except the minute before last, whenever the test runs. */
const beQuiet = async (person: string) => {
  await sql('insert into public.notice_preferences select p.* from public.notice_preferences_of($1) p', [person])
  await sql(
    `update public.notice_preferences set quiet_from = (now() at time zone 'Africa/Lagos')::time - interval '1 minute',
       quiet_to = (now() at time zone 'Africa/Lagos')::time - interval '2 minutes' where person_id = $1`,
    [person],
  )
}
/** Waits up to five seconds until a transaction waits for an advisory lock. */
const isWaitingForLock = async () => {
  for (let n = 0; n < 100; n += 1) {
    const { rowCount } = await sql(
      `select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
    )
    if (rowCount) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}
/** Ends everyone's quiet hours. */
const beLoud = (person: string) =>
  sql(
    `insert into public.notice_preferences select (p.jp).* from (select jsonb_populate_record(null::public.notice_preferences, to_jsonb(n) || '{"quiet_from": null, "quiet_to": null}') as jp from public.notice_preferences_of($1) n) p`,
    [person],
  )
const reader = async (channel: 'sms' | 'whatsapp') => {
  const one = await texted.reader(channel)
  await beLoud(one.person)
  return one
}

describe('a notice', () => {
  test('goes by SMS in the alphabet of SMS, once, with its cost and without a stored text', async () => {
    const { person, phone } = await reader('sms')
    await texted.notify(person)
    await texted.send()
    await texted.send()
    expect(texted.texts).toEqual([
      {
        to: phone,
        channel: 'sms',
        text: 'Ajoja: Too few people paid for Ofada rice, so it does not take place. All you paid comes back. See https://market.test/account/orders for when.',
      },
    ])
    expect(texted.standIn.received).toEqual([])
    expect(await texted.messagesOf(person)).toMatchObject([{ status: 'sent', cost: 600, provider_id: 'sms-1' }])
    expect((await sql('select parameters from public.text_messages')).rows).toEqual([{ parameters: [] }])
  })

  test('goes by WhatsApp as its template', async () => {
    const { person, phone } = await reader('whatsapp')
    await texted.notify(person)
    await texted.send()
    expect(texted.standIn.received).toMatchObject([
      { to: phone, name: 'buy_failed', language: 'en', values: ['Òfàdà rice', 'https://market.test/account/orders'] },
    ])
    expect([texted.texts, await texted.messagesOf(person)]).toMatchObject([[], [{ status: 'sent', cost: 1500 }]])
  })

  test('of one event is sent once, however many workers and repetitions race', async () => {
    const { person } = await reader('whatsapp')
    const orders = Array.from({ length: 5 }, () => crypto.randomUUID())
    await Promise.all([...orders, ...orders, ...orders].map((order) => texted.notify(person, order)))
    await Promise.all(Array.from({ length: 8 }, () => texted.send()))
    expect(texted.standIn.received).toHaveLength(5)
    expect((await texted.messagesOf(person)).every(({ status }) => status === 'sent')).toBe(true)
  })

  test('is not sent to people who have not asked, and early reminders are not worth it', async () => {
    const { person } = await reader('sms')
    await texted.notify(await texted.market.person())
    await texted.remind(person, 24)
    await texted.send()
    expect((await sql('select from public.text_messages')).rowCount).toBe(0)
  })

  test('waits for the end of quiet hours, unless it is urgent', async () => {
    const { person } = await texted.reader('sms')
    await beQuiet(person)
    await texted.notify(person)
    await texted.remind(person)
    await texted.send()
    expect(texted.texts.map(({ text }) => text)).toEqual([expect.stringContaining('Please pay for Rice by')])
    expect((await texted.messagesOf(person)).map(({ status }) => status)).toEqual(['waiting', 'sent'])
  })

  test('that comes too late is dropped', async () => {
    const { person } = await reader('sms')
    await texted.notify(person)
    await sql(`update public.text_messages set expires_at = now()`)
    await texted.send()
    expect([texted.texts, await texted.messagesOf(person)]).toMatchObject([
      [],
      [{ status: 'dropped', reason: 'too late', cost: 0 }],
    ])
  })
})

describe('the bill', () => {
  test('stops at the ceiling of the day under a race, and the chiefs are told once', async () => {
    const chief = await texted.market.person({ role: 'chief' })
    await setNow('text_messages_naira_a_day', 50)
    const people = await Promise.all(Array.from({ length: 6 }, () => reader('whatsapp')))
    await Promise.all(people.map(({ person }) => texted.notify(person)))
    await Promise.all(Array.from({ length: 6 }, () => texted.send()))
    await texted.send()
    expect(texted.standIn.received).toHaveLength(3)
    const { rows } = await sql('select kind, body from public.notices where person_id = $1', [chief])
    expect(rows).toEqual([
      { kind: 'text-messages-stopped', body: expect.stringContaining('They cost ₦45 today, and the ceiling is ₦50.') },
    ])
    // The next day, as long as they are not too late.
    await sql(`update public.text_messages set claimed_at = claimed_at - interval '1 day' where claimed_at is not null`)
    await texted.send()
    expect(texted.standIn.received).toHaveLength(6)
    await setNow('text_messages_naira_a_day', 20_000)
  })

  test('counts what another process is claiming for another channel', async () => {
    await setNow('text_messages_naira_a_day', 20)
    const people = await Promise.all([reader('sms'), reader('whatsapp')])
    await Promise.all(people.map(({ person }) => texted.notify(person)))
    const { database } = texted.market.db
    const claim = (prices: object, held?: () => Promise<unknown>) =>
      database.as(SERVICE, async (tx) => {
        const { rowCount } = await tx.query('select from public.claim_text_messages($1, 20)', [JSON.stringify(prices)])
        await held?.()
        return rowCount
      })
    let second: Promise<number | null> | undefined
    const first = await claim({ sms: 1500 }, async () => {
      second = claim({ whatsapp: 1500 })
      await expect(isWaitingForLock()).resolves.toBe(true)
    })
    expect([first, await second]).toEqual([1, 0])
    await setNow('text_messages_naira_a_day', 20_000)
  })

  test('one person gets a limited number in a day', async () => {
    await setNow('text_messages_a_day_each', 2)
    const { person } = await reader('sms')
    for (let n = 0; n < 4; n += 1) await texted.notify(person)
    await Promise.all([texted.send(), texted.send(), texted.send()])
    expect(texted.texts).toHaveLength(2)
    expect((await texted.messagesOf(person)).map(({ reason }) => reason)).toEqual([
      null,
      null,
      'daily limit of the person',
      'daily limit of the person',
    ])
    await setNow('text_messages_a_day_each', 6)
  })

  test('no statement of the server writes a status or a cost', async () => {
    const { person } = await reader('sms')
    await texted.notify(person)
    const write = texted.market.db.database.as(SERVICE, (tx) =>
      tx.query(`update public.text_messages set status = 'sent', cost_kobo = 0`),
    )
    await expect(write).rejects.toThrow('permission denied')
  })
})

describe('a failure', () => {
  test('that passes is retried with growing delays, five times, at no cost', async () => {
    const { person } = await reader('whatsapp')
    await texted.notify(person)
    texted.standIn.behave({ kind: 'refuse', status: 429, code: 130429 })
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await expect(texted.send()).rejects.toThrow('code 130429')
      await texted.send()
      await sql('update public.text_messages set next_attempt_at = now()')
    }
    await texted.send()
    expect(await texted.messagesOf(person)).toMatchObject([
      { status: 'failed', cost: 0, reason: 'WhatsApp refused the message: 429, code 130429' },
    ])
  })

  test('that leaves open whether it was sent is not retried, and counts as spent', async () => {
    const { person } = await reader('whatsapp')
    await texted.notify(person)
    texted.standIn.behave({ kind: 'vanish' })
    await texted.send()
    texted.standIn.behave({ kind: 'accept' })
    await sql('update public.text_messages set next_attempt_at = now()')
    await texted.send()
    expect(texted.standIn.received).toHaveLength(1)
    expect(await texted.messagesOf(person)).toMatchObject([{ status: 'unknown', cost: 1500 }])
  })

  test('of the process while sending is not repeated either', async () => {
    const { person } = await reader('sms')
    await texted.notify(person)
    await texted.market.db.database.as(SERVICE, (tx) =>
      tx.query(`select * from public.claim_text_messages('{"sms": 600}', 5)`),
    )
    await sql(`update public.text_messages set claimed_at = now() - interval '6 minutes'`)
    await texted.send()
    expect([texted.texts, await texted.messagesOf(person)]).toMatchObject([[], [{ status: 'unknown', cost: 600 }]])
  })

  test.each(['sms', 'whatsapp'] as const)('of a number that %s does not reach ends the channel', async (channel) => {
    const { person } = await reader(channel)
    texted.standIn.behave({ kind: 'refuse', status: 400, code: 131026 })
    texted.failSms(new SmsFault('InvalidPhoneNumber', { failure: 'unreachable' }))
    await texted.notify(person)
    await texted.send()
    expect(await texted.consentOf(person)).toMatchObject({ channel, end_reason: 'unreachable' })
    await texted.notify(person)
    expect((await texted.messagesOf(person)).map(({ status }) => status)).toEqual(['failed'])
  })

  test('of one message is final and visible, and the others go on', async () => {
    const [one, other] = [await reader('sms'), await reader('whatsapp')]
    texted.failSms(new SmsFault('The SMS provider answered 400', { failure: 'refused' }))
    await texted.notify(one.person)
    await texted.notify(other.person)
    await expect(texted.send()).rejects.toThrow('1 text messages were not taken: The SMS provider answered 400')
    expect([await texted.messagesOf(one.person), await texted.messagesOf(other.person)]).toMatchObject([
      [{ status: 'failed', reason: 'The SMS provider answered 400', cost: 0 }],
      [{ status: 'sent' }],
    ])
  })
})
