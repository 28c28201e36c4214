import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { signTermiiWebhook } from '#platform/sms/termii-webhook.ts'
import { confirmPhone } from '#server/testing/confirm-phone.ts'
import { openTextMarket, TERMII_SECRET, type TextMarket } from '#server/testing/text-notices.ts'

let texted: TextMarket
beforeAll(async () => {
  texted = await openTextMarket()
})
afterAll(() => texted.close())

const sql = (text: string, values: unknown[] = []) => texted.market.db.owner.query(text, values)
const consents = async (person: string) =>
  (
    await sql(
      'select channel, end_reason, wording from public.text_consents where person_id = $1 order by given_at, ended_at',
      [person],
    )
  ).rows
/** A message that was sent to a person. */
const sentTo = async (person: string) => {
  await texted.remind(person)
  await texted.send()
  return (await texted.messagesOf(person)).at(-1)?.provider_id ?? ''
}
const statusOf = async (person: string) => (await texted.messagesOf(person)).at(-1)?.status

describe('choosing', () => {
  test('needs a confirmed number, and a channel that is switched on', async () => {
    const person = await texted.market.person()
    expect((await texted.choose(person, 'sms')).body.code).toBe('phone_not_confirmed')
    await sql(`update auth.users set phone = '2348031112223', phone_confirmed_at = null where id = $1`, [person])
    expect((await texted.choose(person, 'sms')).body.code).toBe('phone_not_confirmed')
    expect((await texted.choose(person, 'pigeon')).status).toBe(400)
    const forged = `insert into public.text_consents (person_id, channel, phone, wording) values ($1, 'sms', '2348031112223', 'I agree to all that is written here')`
    await expect(sql(forged, [person])).rejects.toThrow('confirmed phone number')
  })

  test('records wording and time, one channel at a time, and ends with one call', async () => {
    const { person, phone } = await texted.reader('sms')
    await texted.choose(person, 'sms')
    await Promise.all(['whatsapp', 'whatsapp', 'whatsapp'].map((channel) => texted.choose(person, channel)))
    const wording = expect.stringContaining(`+${phone}`)
    expect(await consents(person)).toEqual([
      { channel: 'sms', end_reason: 'person', wording },
      { channel: 'whatsapp', end_reason: null, wording },
    ])
    await texted.remind(person)
    expect((await texted.choose(person, 'none')).body).toMatchObject({ channel: 'none' })
    await texted.send()
    expect(await texted.messagesOf(person)).toMatchObject([{ status: 'dropped', reason: 'no consent' }])
    await expect(
      sql(`update public.text_consents set ended_at = null, end_reason = null where person_id = $1`, [person]),
    ).rejects.toThrow('only ended')
  })

  test('another number needs another consent', async () => {
    const { person } = await texted.reader('sms')
    await texted.remind(person)
    await confirmPhone(texted.market, person)
    await texted.send()
    expect(await texted.messagesOf(person)).toMatchObject([{ status: 'dropped', reason: 'no consent' }])
    await texted.choose(person, 'sms')
    expect((await consents(person)).map(({ end_reason }) => end_reason)).toEqual(['phone_changed', null])
  })

  test('is seen by the person alone, and the messages by chiefs without names', async () => {
    const { person, phone } = await texted.reader('sms')
    await sentTo(person)
    const [other, chief] = [await texted.market.person(), await texted.market.person({ role: 'chief' })]
    const read = (as: string, text: string) => asPerson(texted.market.db, as, text)
    expect((await read(person, 'select confirmed_phone, channel from public.my_text_channel')).rows).toEqual([
      { confirmed_phone: phone, channel: 'sms' },
    ])
    expect((await read(other, 'select confirmed_phone, channel from public.my_text_channel')).rows).toEqual([
      { confirmed_phone: null, channel: null },
    ])
    for (const as of [other, chief]) expect((await read(as, 'select from public.text_consents')).count).toBe(0)
    expect((await read(other, 'select id from public.text_messages')).count).toBe(0)
    expect((await read(other, 'select month from public.text_message_months')).count).toBe(0)
    const { rows } = await read(
      chief,
      `select sum(cost_kobo)::integer as cost from public.text_message_months where channel = 'sms'`,
    )
    expect(rows[0]?.cost).toBeGreaterThanOrEqual(600)
    expect((await read(chief, 'select person_id from public.text_messages')).errorCode).toBe('42501')
  })
})

describe('reports of WhatsApp', () => {
  const report = (id: string, status: string, more: object = {}) =>
    texted.standIn.webhook({ statuses: [{ id, status, timestamp: '1790000000', recipient_id: '1', ...more }] })

  test('move a message on, in any order and however often they come', async () => {
    const { person } = await texted.reader('whatsapp')
    const id = await sentTo(person)
    const calls = ['read', 'delivered', 'sent', 'failed'].map((status) => report(id, status))
    for (const call of [...calls, ...calls]) expect((await texted.post('/webhooks/whatsapp', call)).status).toBe(200)
    expect(await texted.messagesOf(person)).toMatchObject([{ status: 'read', cost: 1500 }])
  })

  test('that are forged, changed or unsigned change nothing', async () => {
    const { person } = await texted.reader('whatsapp')
    const call = report(await sentTo(person), 'failed', { errors: [{ code: 131026 }] })
    const [, hex = ''] = (call.headers['x-hub-signature-256'] ?? '').split('=')
    const forged = [
      { ...call, headers: {} },
      { ...call, headers: { 'x-hub-signature-256': `sha256=${hex.replace(/^./, (c) => (c === '0' ? '1' : '0'))}` } },
      { ...call, body: `${call.body} ` },
    ]
    for (const one of forged) expect((await texted.post('/webhooks/whatsapp', one)).status).toBe(401)
    expect([await statusOf(person), await texted.consentOf(person)]).toMatchObject(['sent', { end_reason: null }])
    expect((await texted.post('/webhooks/whatsapp', call)).status).toBe(200)
    expect(await texted.messagesOf(person)).toMatchObject([{ status: 'failed', cost: 0, reason: 'code 131026' }])
    expect(await texted.consentOf(person)).toMatchObject({ end_reason: 'unreachable' })
  })

  test('STOP ends the messages, and its replay does not end a later consent', async () => {
    const { person, phone } = await texted.reader('whatsapp')
    const timestamp = String(Math.floor(Date.now() / 1000) + 1)
    const stop = texted.standIn.webhook({
      messages: [{ from: phone, id: 'wamid.in', timestamp, type: 'text', text: { body: ' Stop. ' } }],
    })
    const older = texted.standIn.webhook({
      messages: [{ from: phone, id: 'wamid.old', timestamp: '1700000000', type: 'text', text: { body: 'STOP' } }],
    })
    await texted.post('/webhooks/whatsapp', older)
    expect(await texted.consentOf(person)).toMatchObject({ end_reason: null })
    await texted.post('/webhooks/whatsapp', stop)
    expect(await texted.consentOf(person)).toMatchObject({ channel: 'whatsapp', end_reason: 'stopped' })
    await texted.choose(person, 'whatsapp')
    await texted.post('/webhooks/whatsapp', older)
    expect(await texted.consentOf(person)).toMatchObject({ end_reason: null })
  })

  test('are announced at an address that proves our token', async () => {
    const query = (token: string) =>
      `/webhooks/whatsapp?hub.mode=subscribe&hub.challenge=11582&hub.verify_token=${encodeURIComponent(token)}`
    const proven = await texted.get(query(texted.verifyToken))
    expect([proven.status, await proven.text()]).toEqual([200, '11582'])
    expect((await texted.get(query('guessed'))).status).toBe(403)
  })
})

describe('reports of Termii', () => {
  const post = (content: object, secret = TERMII_SECRET) => {
    const body = JSON.stringify(content)
    const signature = signTermiiWebhook(secret, new TextEncoder().encode(body))
    return texted.post('/webhooks/termii', { body, headers: { 'x-termii-signature': signature } })
  }
  const report = (message_id: string, status: string) => ({
    type: 'outbound',
    id: 'r1',
    message_id,
    receiver: '2348035500001',
    sender: 'Ajoja',
    message: 'x',
    sent_at: '2026-11-28 10:00:00',
    cost: '4.5',
    status,
    channel: 'dnd',
  })

  test('carry delivery and cost, and a number that is blocked ends the channel', async () => {
    const { person } = await texted.reader('sms')
    const id = await sentTo(person)
    expect((await post(report(id, 'DELIVERED'), 'another-secret-000000')).status).toBe(401)
    expect(await texted.messagesOf(person)).toMatchObject([{ status: 'sent', cost: 600 }])
    expect((await post(report(id, 'DELIVERED | Message delivered to handset'))).status).toBe(200)
    expect(await texted.messagesOf(person)).toMatchObject([{ status: 'delivered', cost: 450 }])
    const other = await texted.reader('sms')
    await post(report(await sentTo(other.person), 'DND Active on Phone Number'))
    expect(await texted.consentOf(other.person)).toMatchObject({ end_reason: 'unreachable' })
  })

  test('STOP by SMS ends SMS alone', async () => {
    const [one, other] = [await texted.reader('sms'), await texted.reader('whatsapp')]
    for (const { phone } of [one, other]) {
      await post({
        type: 'inbound',
        sender: phone,
        message: 'STOP',
        received_at: new Date(Date.now() + 1000).toISOString(),
      })
    }
    expect(await texted.consentOf(one.person)).toMatchObject({ end_reason: 'stopped' })
    expect(await texted.consentOf(other.person)).toMatchObject({ end_reason: null })
  })
})
