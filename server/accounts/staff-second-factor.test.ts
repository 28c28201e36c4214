import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

// On a site that requires a second factor of its staff, as production does, a password alone grants none of their
// rights.
let wire: TestWire
const people: Record<string, string> = {}
beforeAll(async () => {
  wire = await openTestWire({ staffSecondFactor: true })
  for (const role of ['manager', 'coordinator', 'chief', 'administrator', 'supervisor', 'customer']) {
    people[role] = await wire.market.person({ role })
  }
})
afterAll(() => wire.stop())

async function ask(person: string, aal: string, path: string, init: { method?: string; body?: unknown } = {}) {
  const response = await wire.request(path, {
    method: init.method ?? 'GET',
    headers: {
      authorization: `Bearer ${await wire.tokenOf(person, { aal })}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
  })
  return { status: response.status, body: await response.json().catch(() => null) }
}
const as = (role: string) => people[role] ?? ''
const post = (body: unknown) => ({ method: 'POST', body })
const NEEDED = { status: 403, body: { code: 'second_factor_needed', message: /two-step sign-in/ } }

const advert = () => ({
  page: 'home',
  position: 'top',
  title: `Yam ${crypto.randomUUID().slice(0, 6)}`,
  image_url: '/basins/yam.svg',
  link_url: 'https://shop.example/',
  start_date: '2030-01-01T00:00:00Z',
  end_date: '2030-02-01T00:00:00Z',
})

describe('staff before a second factor', () => {
  test('cannot assign a role, by command or by table', async () => {
    const person = await wire.market.person()
    const input = post({ user_id: person, role: 'vendor' })
    expect(await ask(as('chief'), 'aal1', '/functions/v1/set-role', input)).toMatchObject(NEEDED)
    const patch = { method: 'PATCH', body: { role: 'vendor' } }
    expect(await ask(as('chief'), 'aal1', `/rest/v1/profiles?id=eq.${person}`, patch)).toMatchObject(NEEDED)
    expect(await wire.market.row('select role from public.profiles where id = $1', [person])).toEqual({
      role: 'customer',
    })
  })

  test('cannot run any other staff command', async () => {
    const { buyId, vendorId } = await wire.market.buy()
    const acts: [string, string, unknown][] = [
      ['chief', 'decide-vendor', { vendor_id: vendorId, decision: 'suspend', note: 'Because I can' }],
      ['coordinator', 'assign-region', { manager_id: as('manager'), states: ['Lagos'] }],
      ['chief', 'cancel-group-buy', { group_buy_id: buyId, reason: 'Because I can' }],
      ['supervisor', 'answer-contact-message', { id: crypto.randomUUID(), answer: 'No' }],
    ]
    for (const [role, name, body] of acts) {
      expect(await ask(as(role), 'aal1', `/functions/v1/${name}`, post(body))).toMatchObject(NEEDED)
    }
  })

  test('write to no table by their role, and read nothing by it', async () => {
    const { vendorId } = await wire.market.shop()
    const productId = await wire.market.product(vendorId)
    for (const role of ['administrator', 'supervisor']) {
      expect((await ask(as(role), 'aal1', '/rest/v1/advertisements', post(advert()))).status).toBe(403)
      expect((await ask(as(role), 'aal1', `/rest/v1/products?id=eq.${productId}`, { method: 'DELETE' })).status).toBe(
        403,
      )
    }
    const template = { method: 'PATCH', body: { subject: 'Mine' } }
    expect((await ask(as('chief'), 'aal1', '/rest/v1/email_templates?type=eq.welcome', template)).body).toEqual([])
    await wire.market.shop({ status: 'pending' })
    for (const [role, path] of [
      ['chief', 'user_directory?select=id'],
      ['coordinator', 'vendors?status=eq.pending'],
      ['manager', 'contact_messages'],
      ['chief', 'audit_trail'],
      ['chief', 'settings'],
    ] as const) {
      expect((await ask(as(role), 'aal1', `/rest/v1/${path}`)).body).toEqual([])
    }
  })

  test('can run personal commands, like any user', async () => {
    const { buyId } = await wire.market.buy()
    const join = post({ group_buy_id: buyId, quantity: 1 })
    expect((await ask(as('manager'), 'aal1', '/functions/v1/join-group-buy', join)).status).toBe(200)
    expect((await ask(as('supervisor'), 'aal1', '/rest/v1/orders', join)).status).toBe(201)
    expect((await ask(as('manager'), 'aal1', '/rest/v1/orders')).body).toHaveLength(1)
    expect((await ask(as('chief'), 'aal1', `/rest/v1/profiles?id=eq.${as('chief')}`)).body).toHaveLength(1)
  })
})

test('can do all of that with the factor', async () => {
  const person = await wire.market.person()
  const input = post({ user_id: person, role: 'vendor' })
  expect((await ask(as('chief'), 'aal2', '/functions/v1/set-role', input)).status).toBe(200)
  expect((await ask(as('administrator'), 'aal2', '/rest/v1/advertisements', post(advert()))).status).toBe(201)
  expect((await ask(as('chief'), 'aal2', '/rest/v1/user_directory?select=id')).body).not.toEqual([])
  expect((await ask(as('coordinator'), 'aal2', '/rest/v1/vendors?status=eq.pending')).body).not.toEqual([])
})

test('customers and vendors need none', async () => {
  const { vendorId, ownerId } = await wire.market.shop()
  const product = { name: 'Honey beans', category: 'grains', base_price: 90000, unit: 'bag', available_quantity: 10 }
  expect((await ask(ownerId, 'aal1', '/rest/v1/products', post({ ...product, vendor_id: vendorId }))).status).toBe(201)
  const { buyId } = await wire.market.buy()
  const join = post({ group_buy_id: buyId, quantity: 1 })
  expect((await ask(as('customer'), 'aal1', '/functions/v1/join-group-buy', join)).status).toBe(200)
})

test('a site that does not require one accepts a password alone', async () => {
  const demo = await openTestWire()
  const [chief, person] = [await demo.market.person({ role: 'chief' }), await demo.market.person()]
  const body = JSON.stringify({ user_id: person, role: 'vendor' })
  const headers = { 'content-type': 'application/json' }
  const answer = await demo.request('/functions/v1/set-role', { as: chief, method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  await demo.stop()
})
