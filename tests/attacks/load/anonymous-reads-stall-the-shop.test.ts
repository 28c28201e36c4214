import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryWithCause } from '#database/tests/setup/as-owner.ts'
import { openTarget, type Target } from '../open-target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
  const vendor = await target.signIn({ role: 'vendor' })
  const shop = await queryWithCause(
    target.owner,
    'vendor',
    `insert into public.vendors (owner_id, business_name, location, state, description)
     values ($1, 'Bola Foods', 'Mile 12', 'Lagos', repeat('Rice and beans. ', 40)) returning id`,
    [vendor.id],
  )
  await queryWithCause(target.owner, 'manager', `update public.vendors set status = 'active' where id = $1`, [
    shop.rows[0].id,
  ])
  await queryWithCause(
    target.owner,
    'vendor',
    `insert into public.products (vendor_id, name, description, category, base_price, unit, available_quantity)
     select $1, 'Rice ' || n, repeat('Clean and long. ', 40), 'grains', 1000, 'bag', 100 from generate_series(1, 900) n`,
    [shop.rows[0].id],
  )
})
afterAll(() => target?.close())

/** From a separate address, as reported by a proxy. */
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

/** Four times the chain down from a product to its shop, and from there to all its products. */
const NESTED = Array.from({ length: 4 }, (_, at) => `a${at}:vendors(*,products(*,vendors(*)))`).join(',')
/** A product embedded thirteen times. */
const WIDE = Array.from({ length: 13 }, (_, at) => `a${at}:vendors(*)`).join(',')
/** Few resources, each once, but megabytes in total. */
const LARGE = Array.from({ length: 9 }, (_, at) => `a${at}:vendors(*)`).join(',')

test('reads with many nested resources are rejected before they run, also concurrent ones', async () => {
  for (const [select, status] of [
    [NESTED, 400],
    [WIDE, 400],
    [LARGE, 413],
  ] as const) {
    const path = `/rest/v1/products?select=*,${select}`
    const answers = await Promise.all(Array.from({ length: 24 }, () => target.request(path, from('203.0.113.1'))))
    expect([...new Set(answers.map((answer) => answer.status))]).toEqual([status])
    for (const answer of answers) {
      expect(Object.keys(await answer.json()).sort()).toEqual(['code', 'details', 'hint', 'message'])
    }
  }
})

test('sign-in and a plain page of products answer during unlimited searches', async () => {
  const path = `/rest/v1/products?select=id&description=match.${encodeURIComponent('(a*)*(b*)*(c*)*z$')}`
  const searches = Promise.all(
    // Different queries, because equal ones would be coalesced.
    Array.from({ length: 24 }, (_, at) => target.request(`${path}&limit=${at + 1}`, from('203.0.113.2'))),
  )
  await target.signIn()
  const page = await target.request('/rest/v1/products?select=id,vendor:vendors(id)&limit=12', from('203.0.113.3'))
  expect([page.status, (await page.json()).length]).toEqual([200, 12])
  const statuses = (await searches).map(({ status }) => status)
  expect(statuses.filter((status) => ![200, 400, 429, 503].includes(status))).toEqual([])
  // One runs and four are queued; further ones get a `Retry-After`.
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0)
})

test('reads are limited per address and minute, and other addresses continue', async () => {
  const path = '/rest/v1/products?select=id&name=imatch.rice'
  let refused: Response | undefined
  for (let turn = 0; turn < 200 && !refused; turn += 1) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => target.request(`${path}&limit=${turn * 20 + at + 1}`, from('203.0.113.4'))),
    )
    refused = answers.find(({ status }) => status === 429)
  }
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  // A new request, so that it is not cached.
  expect((await target.request(`${path}&limit=1&order=id`, from('203.0.113.5'))).status).toBe(200)
})
