import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { colleague, verifiedBusiness } from '#server/testing/business.ts'
import { formingCircle, openAjo } from '#server/testing/money/ajo-circle.ts'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire.stop())

const query = (sql: string, values: unknown[] = []) => wire.market.db.owner.query(sql, values)

/** A session whose authentication is this many seconds old. */
async function openSession(person: string, proofAgeSeconds = 0): Promise<string> {
  const { rows } = await query('insert into auth.sessions (user_id) values ($1) returning id', [person])
  const session = rows[0].id as string
  await query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at) values ($1, 'password', now() - make_interval(secs => $2))`,
    [session, proofAgeSeconds],
  )
  return session
}

async function ask(person: string, session: string, path: string, init: { method?: string; body?: unknown } = {}) {
  const token = await wire.tokenOf(person, { session_id: session, aal: 'aal1' })
  const response = await wire.request(path, {
    method: init.method ?? 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'return=representation' },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  })
  return { status: response.status, body: await response.json() }
}

const remove = (person: string, session: string, user_id = person) =>
  ask(person, session, '/functions/v1/delete-account', { method: 'POST', body: { user_id } })

/** Text and JSON columns in `public` that contain a text. */
async function findText(text: string): Promise<string[]> {
  const { rows } = await query(
    `select table_name, column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY')`,
  )
  const places: string[] = []
  for (const { table_name, column_name } of rows) {
    const found = await query(
      `select 1 from public.${table_name} where strpos(lower(${column_name}::text), lower($1)) > 0 limit 1`,
      [text],
    )
    if (found.rowCount) places.push(`${table_name}.${column_name}`)
  }
  return places
}

const FIRST_NAME = 'Zubenelgenubi'
const NAME = `${FIRST_NAME} Okpara`

describe('a member with data in every table', () => {
  const notices = async () => (await query('select from public.notices where person_id = $1', [person])).rowCount
  const activeDays = async () => (await query('select from sums.active_people where person_id = $1', [person])).rowCount
  let person: string
  let session: string
  let email: string
  let code: string
  beforeAll(async () => {
    person = await wire.market.person({ name: NAME })
    session = await openSession(person)
    const row = await wire.market.row<{ email: string; referral_code: string }>(
      'select u.email, p.referral_code from auth.users u join public.profiles p using (id) where id = $1',
      [person],
    )
    email = row.email
    code = row.referral_code
    await query(
      `insert into auth.identities (user_id, provider, provider_id) values ($1, 'email', gen_random_uuid())`,
      [person],
    )
    const { buyId, productId } = await wire.market.buy()
    await wire.market.call('ask-question', { product_id: productId, question: 'Is it dry?' }, { as: person })
    const { body } = await wire.market.call(
      'join-group-buy',
      { group_buy_id: buyId, quantity: 1 },
      { as: person, key: crypto.randomUUID() },
    )
    await wire.market.call('start-conversation', { order_id: body.order.id, body: 'When can I come?' }, { as: person })
    await wire.market.call('send-contact-message', {
      name: NAME,
      email,
      subject: 'A question',
      message: `Yours, ${NAME}`,
    })
    await wire.market.call(
      'send-email',
      { type: 'welcome', recipient_email: email, user_id: person },
      { role: 'service_role' },
    )
    expect(await notices()).toBe(1)
    expect(await activeDays()).toBeGreaterThan(0)
    expect(await findText(NAME)).toEqual(
      expect.arrayContaining(['profiles.full_name', 'orders.buyer_name', 'conversation_members.display_name']),
    )
    expect(await findText(FIRST_NAME)).toContain('product_questions.asker_name')
    expect(await findText(email)).toEqual(
      expect.arrayContaining(['email_logs.recipient_email', 'contact_messages.email']),
    )
  })

  test('is refused while an order is open', async () => {
    expect(await remove(person, session)).toMatchObject({ status: 409, body: { code: 'account_has_orders' } })
    expect(await findText(NAME)).not.toEqual([])
    await wire.market.moved(
      'buyer',
      `update public.orders set status = 'cancelled', amount_due_kobo = 0 where user_id = $1`,
      [person],
    )
  })

  test('is refused while they are in a circle of ajo', async () => {
    await openAjo(wire.market)
    const { circleId, people } = await formingCircle(wire.market)
    const [, member = ''] = people
    const session = await openSession(member)
    expect(await remove(member, session)).toMatchObject({ status: 409, body: { code: 'account_in_circle' } })
    await wire.market.call('leave-ajo-circle', { circle_id: circleId, expected_kobo: 0 }, { as: member })
    expect(await remove(member, session)).toMatchObject({ status: 200 })
  })

  test('is refused while others buy for their company, and closes a company that they leave alone', async () => {
    const { businessId, owner } = await verifiedBusiness(wire.market)
    const { memberId } = await colleague(wire.market, owner)
    const session = await openSession(owner)
    expect(await remove(owner, session)).toMatchObject({ status: 409, body: { code: 'owner_stays' } })
    await wire.market.call('leave-business', { member_id: memberId }, { as: owner })
    expect(await remove(owner, session)).toMatchObject({ status: 200 })
    expect(await wire.market.row('select status from public.businesses where id = $1', [businessId])).toEqual({
      status: 'closed',
    })
  })

  test('is refused without a recent proof', async () => {
    for (const stale of [await openSession(person, 301), crypto.randomUUID()]) {
      expect(await remove(person, stale)).toMatchObject({ status: 403, body: { code: 'proof_needed' } })
    }
  })

  test('cannot delete another user', async () => {
    const other = await wire.market.person()
    expect((await remove(person, session, other)).status).toBe(403)
    expect((await wire.request('/functions/v1/delete-account', { method: 'POST', body: '{}' })).status).toBe(401)
  })

  test('erases all personal data and keeps the figures', async () => {
    for (const [caller, file] of [
      [`person ${person}`, 'elsewhere/a'],
      ['signed a', `${person}/a`],
      ['person another', 'another/a'],
    ])
      await query(
        `insert into storage.resumable_uploads (caller, bucket_id, name, size, upload_metadata, is_upsert, expires_at)
         values ($1, 'evidence', $2, 9, '{}', false, now() + interval '1 day')`,
        [caller, file],
      )
    expect(await remove(person, session)).toEqual({ status: 200, body: { user_id: person } })
    expect(
      await wire.market.row('select string_agg(caller, $1) as callers from storage.resumable_uploads', [',']),
    ).toEqual({ callers: 'person another' })
    expect(await notices()).toBe(0)
    expect(await activeDays()).toBe(0)
    await query('select sums.recount()')
    expect(await activeDays()).toBe(0)
    for (const text of [NAME, email, code]) expect(await findText(text)).toEqual([])
    const retained = await wire.market.row(
      `select p.full_name, p.referral_code, p.hidden_from_boards, o.buyer_name, o.total_amount::float8 as total
       from public.profiles p join public.orders o on o.user_id = p.id where p.id = $1`,
      [person],
    )
    expect(retained).toEqual({
      full_name: 'Deleted member',
      referral_code: null,
      hidden_from_boards: true,
      buyer_name: 'Deleted member',
      total: 80000,
    })
    const login = await wire.market.row(
      `select email, encrypted_password, raw_user_meta_data, deleted_at is not null as gone,
         (select count(*)::integer from auth.sessions where user_id = u.id) as sessions,
         (select count(*)::integer from auth.identities where user_id = u.id) as identities,
         (select count(*)::integer from mail.messages where recipient = $2) as mails
       from auth.users u where id = $1`,
      [person, email],
    )
    expect(login).toEqual({
      email: null,
      encrypted_password: null,
      raw_user_meta_data: {},
      gone: true,
      sessions: 0,
      identities: 0,
      mails: 0,
    })
    const audit = await wire.market.row('select action, actor_id from public.audit_log where subject_id = $1', [person])
    expect(audit).toEqual({ action: 'account.delete', actor_id: person })
  })

  test('the unexpired token is rejected, once this process has read that its session ended', async () => {
    await vi.waitFor(async () => expect((await ask(person, session, '/rest/v1/orders')).status).toBe(401), {
      timeout: 60_000,
      interval: 200,
    })
    expect((await remove(person, session)).status).toBe(401)
  })

  test('a token of an unknown session grants nothing', async () => {
    const unknown = crypto.randomUUID()
    expect((await ask(person, unknown, '/rest/v1/orders')).body).toEqual([])
    const renamed = { method: 'PATCH', body: { full_name: NAME } }
    expect((await ask(person, unknown, `/rest/v1/profiles?id=eq.${person}`, renamed)).body).toEqual([])
    const { buyId } = await wire.market.buy()
    const join = { method: 'POST', body: { group_buy_id: buyId, quantity: 1 } }
    expect((await ask(person, unknown, '/functions/v1/join-group-buy', join)).status).toBe(401)
    expect((await remove(person, unknown)).status).toBe(401)
  })
})

test('refused while the shop has an open buy; afterwards the shop is closed and its contact data erased', async () => {
  const { buyId, ownerId, vendorId } = await wire.market.buy()
  await query(
    `update public.vendor_details set phone = '08030000000', address = '4 Broad Street' where vendor_id = $1`,
    [vendorId],
  )
  const session = await openSession(ownerId)
  expect(await remove(ownerId, session)).toMatchObject({ status: 409, body: { code: 'account_has_shop' } })
  await wire.market.moved('vendor', `update public.group_buys set status = 'cancelled' where id = $1`, [buyId])
  expect((await remove(ownerId, session)).status).toBe(200)
  expect(
    await wire.market.row(
      `select v.status, d.phone, d.address, (select bool_and(archived_at is not null) from public.products where vendor_id = v.id) as archived
       from public.vendors v join public.vendor_details d on d.vendor_id = v.id where v.id = $1`,
      [vendorId],
    ),
  ).toEqual({ status: 'suspended', phone: null, address: null, archived: true })
})

test('the last chief cannot delete the account; one of two can, and is not listed afterwards', async () => {
  const chief = await wire.market.person({ role: 'chief' })
  const session = await openSession(chief)
  expect(await remove(chief, session)).toMatchObject({ status: 409, body: { code: 'last_chief' } })
  const second = await wire.market.person({ role: 'chief' })
  expect((await remove(chief, session)).status).toBe(200)
  const { body } = await ask(second, await openSession(second), `/rest/v1/user_directory?id=eq.${chief}`)
  expect(body).toEqual([])
  expect(wire.faults).toEqual([])
})

test('a banned user can do nothing with an unexpired token', async () => {
  const chief = await wire.market.person({ role: 'chief' })
  await query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [chief])
  const { body } = await ask(chief, await openSession(chief), '/rest/v1/user_directory')
  expect(body).toEqual([])
})
