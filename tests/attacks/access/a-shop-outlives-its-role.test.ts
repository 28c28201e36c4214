import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTarget, type Person, type Target } from '../open-target.ts'

// A suspended vendor renamed the shop, to another's name too; the shop's rights outlived the role; a vendor marked
// goods as storable without approval; a picture led to "/\\evil.example".

let target: Target
let chief: Person
beforeAll(async () => {
  target = await openTarget()
  chief = await target.signIn({ role: 'chief' })
})
afterAll(() => target?.close())

const call = (name: string, person: Person, body: unknown) =>
  target.request(`/functions/v1/${name}`, { method: 'POST', token: person.token, body: JSON.stringify(body) })
const write = (method: string, path: string, person: Person, body: unknown) =>
  target.request(`/rest/v1/${path}`, {
    method,
    token: person.token,
    body: JSON.stringify(body),
    headers: { prefer: 'return=representation' },
  })

async function openShop(business_name: string): Promise<{ vendor: Person; id: string }> {
  const vendor = await target.signIn({ role: 'vendor' })
  const application = {
    business_name,
    description: 'Rice and beans from the mill.',
    location: 'Ibadan',
    state: 'Oyo',
    phone: '0803 123 4567',
    address: '4 Market Road, Bodija',
  }
  const { vendor_id: id } = await (await call('sign-up-vendor', vendor, application)).json()
  expect((await call('decide-vendor', chief, { vendor_id: id, decision: 'approve' })).status).toBe(200)
  return { vendor, id }
}

it('none of the shop’s actions works after the role is removed', async () => {
  const first = await openShop('Mama Tee Grains')
  const { vendor, id } = await openShop('Iya Basira Foods')
  const product = { name: 'Beans', category: 'grains', base_price: 900, unit: 'mudu', stockpile_allowed: true }
  for (const image_url of ['/\\evil.example/a.png', '//evil.example/a.png', 'https://evil.example/a.png']) {
    expect((await write('POST', 'products', vendor, { ...product, image_url })).status).toBe(400)
  }
  const [made] = await (await write('POST', 'products', vendor, product)).json()
  expect(made).toMatchObject({ stockpile_allowed: true, can_be_stockpiled: false })
  expect(
    (await write('PATCH', `products?id=eq.${made.id}`, vendor, { stockpile_confirmed_at: '2026-01-01' })).status,
  ).toBe(403)

  const rename = (business_name: string) => write('PATCH', `vendors?id=eq.${id}`, vendor, { business_name })
  // An approved shop requests a new name from a manager.
  expect((await rename('Fresh Start Foods')).status).toBe(403)
  expect(
    (await call('decide-vendor', chief, { vendor_id: id, decision: 'suspend', note: 'Two late buys' })).status,
  ).toBe(200)
  expect((await rename('Fresh Start Foods')).status).toBe(403)

  expect((await call('set-role', chief, { user_id: first.vendor.id, role: 'customer' })).status).toBe(409)
  const accepted = { user_id: first.vendor.id, role: 'customer', accept_consequences: true }
  expect((await call('set-role', chief, accepted)).status).toBe(200)
  const stored = await write('POST', 'products', first.vendor, product)
  expect([stored.status, (await stored.json()).message]).toEqual([400, 'Vendor profile not found'])
  expect(
    await (await write('PATCH', `vendors?id=eq.${first.id}`, first.vendor, { description: 'Still mine' })).json(),
  ).toEqual([])
})
