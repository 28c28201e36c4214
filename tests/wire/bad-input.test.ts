import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { generateSigningKey, loadSigningKeys } from '#platform/auth/sessions/tokens.ts'
import { KEYS, ORIGIN, openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
let buyer: string
let buyId: string
let vendor: { vendorId: string; ownerId: string; productId: string }
beforeAll(async () => {
  wire = await openTestWire()
  buyer = await wire.market.person()
  const made = await wire.market.buy({ max_quantity: 20 })
  buyId = made.buyId
  vendor = made
})
afterEach(() => expect(wire.faults).toEqual([]))
afterAll(() => wire.stop())

const NOBODY = '00000000-0000-4000-8000-000000000000'
const SECRET = { apikey: KEYS.secret, authorization: `Bearer ${KEYS.secret}` }

interface CheckedResponse {
  status: number
  code: unknown
  text: string
}

/** Sends a request and checks what every answer must satisfy. */
async function sendChecked(path: string, init: Parameters<TestWire['request']>[1] = {}): Promise<CheckedResponse> {
  const answer = await wire.request(path, init)
  const text = await answer.text()
  expect(answer.status, text.slice(0, 500)).toBeLessThan(500)
  expect(text).not.toMatch(/\bat .*\.ts:|node_modules/)
  const body = text.startsWith('{') ? JSON.parse(text) : {}
  if (answer.status >= 400) expect(String(body.message ?? body.msg)).toMatch(/\w/)
  return { status: answer.status, code: body.code ?? body.error_code, text }
}

const join = (body: unknown, as: string | undefined = buyer) =>
  sendChecked('/functions/v1/join-group-buy', { method: 'POST', ...(as && { as }), body: JSON.stringify(body) })

const row = (path: string, method: string, body: unknown, as?: string, headers: Record<string, string> = {}) =>
  sendChecked(`/rest/v1/${path}`, {
    method,
    ...(as && { as }),
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

describe('joining', () => {
  test.each([0, -1, 1.5, 1e9, 21, '2', 'two', null, true, [1], {}, undefined, Number.MAX_SAFE_INTEGER, 1e300])(
    'a quantity of %j is refused',
    async (quantity) => {
      // More than the places left is a conflict; anything else is not a quantity.
      expect([400, 409]).toContain((await join({ group_buy_id: buyId, quantity })).status)
    },
  )

  test.each([NOBODY, 'x', '', 7, null, {}, ['a'], `${NOBODY}' or '1'='1`, '🧺'])(
    'the buy %j is not found',
    async (group_buy_id) => {
      expect(await join({ group_buy_id, quantity: 1 })).toMatchObject({ status: 404, code: 'buy_not_found' })
    },
  )

  test.each(['total_amount', 'status', 'user_id', 'unit_price', '__proto__', 'constructor'])(
    'a forged %s is refused',
    async (field) => {
      const body = `{"group_buy_id":"${buyId}","quantity":1,"${field}":"paid"}`
      const answer = await sendChecked('/functions/v1/join-group-buy', { method: 'POST', as: buyer, body })
      expect(answer).toMatchObject({ status: 400, code: 'invalid_input' })
    },
  )

  test('ended, foreign and unconfirmed: each has its own no', async () => {
    const ended = await wire.market.buy()
    await wire.market.db.owner.query(
      `update public.group_buys set end_date = now() - interval '1 minute' where id = $1`,
      [ended.buyId],
    )
    expect((await join({ group_buy_id: ended.buyId, quantity: 1 })).status).toBe(409)
    expect(await join({ group_buy_id: buyId, quantity: 1 }, vendor.ownerId)).toMatchObject({
      status: 403,
      code: 'own_shop',
    })
    const unconfirmed = await wire.market.person({ confirmed: false })
    expect((await join({ group_buy_id: buyId, quantity: 1 }, unconfirmed)).status).toBe(403)
    const visitor = await sendChecked('/functions/v1/join-group-buy', {
      method: 'POST',
      body: JSON.stringify({ group_buy_id: buyId, quantity: 1 }),
    })
    expect(visitor).toMatchObject({ status: 401, code: 'sign_in_required' })
  })

  test('nothing of all that took a place', async () => {
    const counts = await wire.market.row(
      'select current_quantity, current_participants from public.group_buys where id = $1',
      [buyId],
    )
    expect(counts).toEqual({ current_quantity: 0, current_participants: 0 })
  })
})

describe('the rows that decide about money', () => {
  test.each([
    { current_quantity: 99 },
    { current_participants: 99 },
    { current_price: 1 },
    { paid_participants: 99 },
    { set_aside: 0 },
    { vendor_id: NOBODY },
    { base_price: 1 },
    { final_price: 1 },
    { buyer_fee_bps: 0 },
  ])('the owner of a buy cannot PATCH %j', async (change) => {
    const before = await wire.market.row('select * from public.group_buys where id = $1', [buyId])
    for (const person of [vendor.ownerId, buyer, undefined]) {
      const { status } = await row(`group_buys?id=eq.${buyId}`, 'PATCH', change, person)
      expect([400, 401, 403]).toContain(status)
    }
    expect(await wire.market.row('select * from public.group_buys where id = $1', [buyId])).toEqual(before)
  })

  test.each([
    ['orders', { group_buy_id: 'x', user_id: NOBODY }],
    ['orders', { total_amount: 1, unit_price: 1, status: 'paid' }],
    ['products', { vendor_id: NOBODY, name: 'Rice', base_price: 1, unit: 'bag', category: 'grains' }],
    ['profiles', { id: NOBODY, role: 'chief' }],
    ['audit_log', { action: 'role.set', subject_type: 'profile' }],
    ['idempotency_keys', { actor: 'x', route: 'y', key: 'z', body_hash: '' }],
  ])('a customer cannot POST to %s', async (table, body) => {
    const { status } = await row(table, 'POST', body, buyer)
    expect(status).toBeGreaterThanOrEqual(400)
  })

  test.each([{ points_balance: 1e6 }, { referral_code: 'AAAAAA' }, { role: 'chief' }, { id: NOBODY }])(
    'nobody PATCHes %j of the own profile',
    async (change) => {
      const before = await wire.market.row('select * from public.profiles where id = $1', [buyer])
      expect((await row(`profiles?id=eq.${buyer}`, 'PATCH', change, buyer)).status).toBeGreaterThanOrEqual(400)
      expect(await wire.market.row('select * from public.profiles where id = $1', [buyer])).toEqual(before)
    },
  )

  test('email_logs are written with the secret key only', async () => {
    const log = { recipient_email: 'ada@market.test', subject: 'Hello', content: 'Good day', status: 'pending' }
    const chief = await wire.market.person({ role: 'chief' })
    for (const person of [undefined, buyer, vendor.ownerId, chief]) {
      expect([401, 403]).toContain((await row('email_logs', 'POST', log, person)).status)
    }
    expect((await row('email_logs', 'POST', log, undefined, SECRET)).status).toBe(201)
  })

  test('the secret key is refused from a browser, wherever it is put', async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130 Safari/537.36'
    for (const headers of [SECRET, { apikey: KEYS.secret }, { authorization: `Bearer ${KEYS.secret}` }]) {
      for (const path of [
        '/rest/v1/profiles',
        '/auth/v1/admin/users',
        '/functions/v1/send-email',
        '/storage/v1/object/list/pictures',
      ]) {
        const method = /send-email|list/.test(path) ? 'POST' : 'GET'
        const { status } = await sendChecked(path, { method, headers: { ...headers, 'user-agent': agent } })
        expect([401, 403]).toContain(status)
      }
    }
  })
})

describe('tokens', () => {
  const claims = () => ({
    sub: buyer,
    role: 'authenticated',
    aud: 'authenticated',
    exp: Math.floor(Date.now() / 1000) + 3600,
  })
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const foreign = async (issuer: string) =>
    (await loadSigningKeys({ keys: [await generateSigningKey()] }, { issuer })).sign(claims())
  const forged: Record<string, () => Promise<string>> = {
    expired: () => wire.tokenOf(buyer, { iat: 1, exp: 2 }),
    'not yet good': () => wire.tokenOf(buyer, { nbf: Math.floor(Date.now() / 1000) + 3600 }),
    'of another issuer': () => wire.tokenOf(buyer, { iss: 'https://elsewhere.test/auth/v1' }),
    'signed with another key': () => foreign(`${ORIGIN}/auth/v1`),
    'signed with another key by another issuer': () => foreign('https://elsewhere.test'),
    'not signed': async () => `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims())}.`,
    'with a changed subject': async () => {
      const [head, , signature] = (await wire.tokenOf(buyer)).split('.')
      return `${head}.${base64({ ...claims(), sub: vendor.ownerId })}.${signature}`
    },
    'no token': async () => 'x',
    empty: async () => '..',
    long: async () => 'x'.repeat(6_000),
  }

  test.each(Object.keys(forged))('one that is %s opens nothing', async (name) => {
    const authorization = `Bearer ${await forged[name]?.()}`
    for (const [method, path] of [
      ['GET', '/rest/v1/orders'],
      ['GET', '/auth/v1/user'],
      ['POST', '/functions/v1/join-group-buy'],
      ['POST', '/storage/v1/object/pictures/x.png'],
      ['POST', '/realtime/v1/api/broadcast'],
    ] as const) {
      const { status } = await sendChecked(path, {
        method,
        headers: { authorization },
        ...(method === 'POST' && { body: '{}' }),
      })
      expect([400, 401, 403]).toContain(status)
    }
  })

  test.each(['postgres', 'authenticator', 'auth_admin', 'nobody', '"', ''])(
    'the role %j inside a token is not believed beyond what a person may be',
    async (role) => {
      const authorization = `Bearer ${await wire.tokenOf(buyer, { role })}`
      const { status } = await sendChecked('/rest/v1/idempotency_keys', { headers: { authorization } })
      expect(status).toBeGreaterThanOrEqual(400)
    },
  )

  test('an unknown key is refused', async () => {
    for (const apikey of ['x', 'sb_publishable_0000000000000000', 'a'.repeat(5_000)]) {
      expect((await sendChecked('/rest/v1/products', { headers: { apikey } })).status).toBe(401)
    }
  })
})

describe('texts', () => {
  test.each([
    ['broken JSON', '{"group_buy_id":'],
    ['no JSON', 'quantity=1'],
    ['a list', '[]'],
    ['a number', '7'],
    ['NUL', '{"group_buy_id":"\\u0000","quantity":1}'],
    ['half a surrogate pair', '{"group_buy_id":"\\ud800","quantity":1}'],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
    ['deep nesting', '['.repeat(50_000)],
    ['deep objects', '{"a":'.repeat(50_000)],
    ['a field of a megabyte', JSON.stringify({ group_buy_id: 'x'.repeat(1_000_001), quantity: 1 })],
  ])('%s is refused in every family', async (_name, body) => {
    for (const path of [
      '/functions/v1/join-group-buy',
      '/rest/v1/orders',
      '/auth/v1/signup',
      '/auth/v1/token?grant_type=password',
    ]) {
      const { status } = await sendChecked(path, {
        method: 'POST',
        as: buyer,
        headers: { 'content-type': 'application/json' },
        body,
      })
      // A malformed id names no buy.
      expect([400, 404, 413, 422]).toContain(status)
    }
  })

  test('half a surrogate pair and NUL cannot be kept as a name', async () => {
    for (const full_name of ['a\ud800', '\udc00b', 'a\u0000b']) {
      expect((await row(`profiles?id=eq.${buyer}`, 'PATCH', { full_name }, buyer)).status).toBeGreaterThanOrEqual(400)
    }
  })

  test('emoji, accents and long scripts are people’s names and are kept as they are', async () => {
    for (const full_name of ['Ṣọlá 🧺👩🏾‍🌾', 'مُحَمَّد', '𝒜𝒹𝒶']) {
      expect((await row(`profiles?id=eq.${buyer}`, 'PATCH', { full_name }, buyer)).status).toBeLessThan(300)
      expect(await wire.market.row('select full_name from public.profiles where id = $1', [buyer])).toEqual({
        full_name,
      })
    }
  })
})

describe('addresses', () => {
  test.each([
    'id=eq.x',
    'id=eq.',
    'id=x',
    'id=in.()',
    'id=in.(',
    'nothing=eq.1',
    'base_price=gt.rice',
    'base_price=eq.1e999',
    'available_quantity=eq.99999999999999999999',
    'or=(id.eq.x',
    'or=()',
    `or=(${'or('.repeat(300)}${')'.repeat(301)}`,
    'and=(base_price.gt.1,nothing)',
    'select=nothing',
    'select=*,vendors(*',
    'select=vendors(products(vendors(products(vendors(products(vendors(products(id))))))))',
    'order=nothing.desc',
    'order=name.sideways',
    'limit=-1',
    'limit=many',
    'offset=-1',
    'offset=99999999999999999999',
    'name=like.%00',
    'name=match.(((',
    'name=fts(klingon).rice',
    `name=eq.${'x'.repeat(20_000)}`,
    'select=id&select=name',
  ])('a products list with %s is answered clearly', async (query) => {
    const { status } = await sendChecked(`/rest/v1/products?${query}`)
    expect(status).toBeLessThan(500)
  })

  test.each([
    '/rest/v1/nothing',
    '/rest/v1/products/1',
    '/rest/v1/rpc/nothing',
    '/rest/v1/%ff',
    '/functions/v1/',
    '/functions/v1/nothing',
    '/auth/v1/nothing',
    '/storage/v1/nothing',
    '/realtime/v1/nothing',
    '/nothing/v1',
  ])('%s does not exist', async (path) => {
    const { status } = await sendChecked(path, { method: 'POST', as: buyer, body: '{}' })
    expect([400, 404, 405]).toContain(status)
  })

  test('a command is not for GET, and its key must be one', async () => {
    expect((await sendChecked('/functions/v1/join-group-buy')).status).toBe(405)
    for (const key of ['x'.repeat(256), 'with a blank', 'ñ']) {
      const headers = { 'idempotency-key': key }
      const { status } = await sendChecked('/functions/v1/join-group-buy', {
        method: 'POST',
        as: buyer,
        headers,
        body: '{}',
      })
      expect(status).toBe(400)
    }
  })
})
