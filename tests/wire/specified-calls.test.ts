import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEYS, openTestWire, type TestWire } from '#server/testing/wire.ts'

// The specification's section 7, "Tables": each call as written there, with the unmodified public client.

let wire: TestWire
let people: Record<'customer' | 'chief' | 'administrator', string>
let shop: Awaited<ReturnType<TestWire['market']['buy']>>

beforeAll(async () => {
  wire = await openTestWire()
  shop = await wire.market.buy()
  people = {
    customer: await wire.market.person({ name: 'Ada Buyer' }),
    chief: await wire.market.person({ role: 'chief' }),
    administrator: await wire.market.person({ role: 'administrator', name: 'Tola Editor' }),
  }
})
afterAll(() => wire.stop())

describe('profiles', () => {
  test('own id and role; the roles; all of them newest first for the chief', async () => {
    const own = await (await wire.tables(people.customer))
      .from('profiles')
      .select('id, role')
      .eq('id', people.customer)
      .single()
    expect(own.data).toEqual({ id: people.customer, role: 'customer' })
    const roles = await (await wire.tables(people.chief)).from('profiles').select('role')
    expect(roles.data?.map(({ role }) => role)).toContain('administrator')
    const all = await (await wire.tables(people.chief))
      .from('profiles')
      .select('id, role, full_name')
      .order('created_at', { ascending: false })
    expect(all.data?.[0]).toEqual({ id: people.administrator, role: 'administrator', full_name: 'Tola Editor' })
  })

  test('ten by points with referral counts, ten by orders', async () => {
    const client = await wire.tables(people.chief)
    const referrers = await client
      .from('profiles')
      .select('id, full_name, points_balance, referrals:referrals!referrer_id(count)')
      .order('points_balance', { ascending: false })
      .limit(10)
    expect(referrers.error).toBeNull()
    expect(referrers.data?.[0]).toMatchObject({ points_balance: 0, referrals: [{ count: 0 }] })
    const buyers = await client.from('profiles').select('id, full_name, bulk_orders(count)').limit(10)
    expect(buyers.error).toBeNull()
    expect(buyers.data?.[0]).toMatchObject({ bulk_orders: [{ count: 0 }] })
  })

  test('PATCH role by id', async () => {
    const client = await wire.tables(people.chief)
    const { data, error } = await client
      .from('profiles')
      .update({ role: 'coordinator' })
      .eq('id', people.customer)
      .select('role')
    expect([data, error]).toEqual([[{ role: 'coordinator' }], null])
    await client.from('profiles').update({ role: 'customer' }).eq('id', people.customer)
  })
})

describe('group buys, products, vendors', () => {
  test('open buys with product and vendor, and one by id', async () => {
    const client = await wire.tables()
    const open = await client
      .from('group_buys')
      .select('*, product:products(*, vendor:vendors(*))')
      .eq('status', 'active')
      .gt('end_date', new Date().toISOString())
    expect(open.error).toBeNull()
    expect(open.data?.[0]).toMatchObject({
      id: shop.buyId,
      product: { id: shop.productId, vendor: { id: shop.vendorId } },
    })
    const one = await client.from('group_buys').select('*, product:products(*)').eq('id', shop.buyId).single()
    expect(one.data?.price_tiers).toEqual(expect.any(String))
  })

  test('products with their vendors, newest first; POST, PATCH, DELETE by id', async () => {
    const owner = await wire.tables(shop.ownerId)
    const product = { name: 'Ofada rice', category: 'grains', base_price: 900, unit: 'mudu', vendor_id: shop.vendorId }
    const made = await owner.from('products').insert(product).select('id, vendor_id').single()
    expect(made.data?.vendor_id).toBe(shop.vendorId)
    const id = made.data?.id ?? ''
    expect((await owner.from('products').update({ base_price: 950 }).eq('id', id)).status).toBe(204)
    const listed = await (await wire.tables())
      .from('products')
      .select('*, vendor:vendors(*)')
      .order('created_at', { ascending: false })
    expect(listed.data?.[0]).toMatchObject({ id, base_price: 950, vendor: { id: shop.vendorId } })
    expect((await owner.from('products').delete().eq('id', id)).status).toBe(204)
  })

  test('open shops with metrics, newest first', async () => {
    const { data, error } = await (await wire.tables())
      .from('vendors')
      .select('*, metrics:vendor_metrics(total_orders, completed_orders, total_revenue, rating, average_delivery_time)')
      .eq('status', 'active')
      .order('created_at', { ascending: false })
    expect(error).toBeNull()
    expect(data?.[0]).toMatchObject({ id: shop.vendorId, metrics: { total_orders: expect.any(Number) } })
  })
})

describe('content', () => {
  test('featured deals: POST, GET of the active ones newest first, PATCH that deletes softly', async () => {
    const staff = await wire.tables(people.administrator)
    const deal = { name: 'Yam', base_price: 1000, unit: 'tuber', options: '["Big"]', status: 'active' }
    const { data: made } = await staff.from('featured_deals').insert(deal).select('id').single()
    const listed = () =>
      staff.from('featured_deals').select('*').eq('status', 'active').order('created_at', { ascending: false })
    expect((await listed()).data?.[0]).toMatchObject({ id: made?.id, ...deal })
    await staff
      .from('featured_deals')
      .update({ status: 'deleted' })
      .eq('id', made?.id ?? '')
    expect((await listed()).data).toEqual([])
  })

  test('advertisements of a page that run now, by position; the deleted row stays', async () => {
    const staff = await wire.tables(people.administrator)
    const now = Date.now()
    const advert = (position: string, from: number, to: number) => ({
      page: 'products',
      status: 'active',
      position,
      title: `${position} ${from}`,
      start_date: new Date(now + from * 3_600_000).toISOString(),
      end_date: new Date(now + to * 3_600_000).toISOString(),
    })
    const made = await staff
      .from('advertisements')
      .insert([advert('top', -1, 1), advert('bottom', -1, 1), advert('middle', 1, 2)])
      .select('id, position')
    expect(made.error).toBeNull()
    const shown = () =>
      staff
        .from('advertisements')
        .select('id, position')
        .eq('page', 'products')
        .eq('status', 'active')
        .gte('end_date', new Date(now).toISOString())
        .lte('start_date', new Date(now).toISOString())
        .order('position', { ascending: true })
    expect((await shown()).data?.map(({ position }) => position)).toEqual(['bottom', 'top'])
    await staff
      .from('advertisements')
      .update({ status: 'deleted' })
      .eq('id', made.data?.[0]?.id ?? '')
    expect((await shown()).data).toHaveLength(1)
    expect((await staff.from('advertisements').select('id')).data).toHaveLength(3)
  })

  test('e-mail templates by type; logs are POSTed and PATCHed with the secret key', async () => {
    const chief = await wire.tables(people.chief)
    const template = await chief
      .from('email_templates')
      .select('id, type, subject, content')
      .eq('type', 'welcome')
      .single()
    expect(template.data?.content).toContain('{{full_name}}')
    const headers = {
      apikey: KEYS.secret,
      authorization: `Bearer ${KEYS.secret}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    }
    const log = {
      user_id: people.customer,
      template_id: template.data?.id,
      recipient_email: 'a@b.test',
      subject: 's',
      content: 'c',
      status: 'pending',
    }
    const posted = await wire.request('/rest/v1/email_logs', { method: 'POST', headers, body: JSON.stringify(log) })
    expect(posted.status).toBe(201)
    const [{ id }] = (await posted.json()) as [{ id: string }]
    const sent = { status: 'sent', sent_at: new Date().toISOString() }
    const patched = await wire.request(`/rest/v1/email_logs?id=eq.${id}`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify(sent),
    })
    expect(await patched.json()).toMatchObject([{ status: 'sent', sent_at: expect.any(String) }])
    expect((await chief.from('email_logs').select('recipient_email').eq('id', id)).data).toEqual([
      { recipient_email: 'a@b.test' },
    ])
  })

  test('posts with author, category and tags, newest published first; categories and tags by name; POST, PATCH, DELETE', async () => {
    const staff = await wire.tables(people.administrator)
    const post = { title: 'Garri', slug: 'garri', content: '# Dry it', status: 'published' }
    const made = await staff.from('blog_posts').insert(post).select('id').single()
    expect(made.error).toBeNull()
    const id = made.data?.id ?? ''
    await staff.from('blog_posts').update({ excerpt: 'Two days' }).eq('id', id)
    const listed = await (await wire.tables())
      .from('blog_posts')
      .select(
        '*, author:profiles(full_name, role), category:blog_categories(name, slug), tags:blog_tags(id, name, slug)',
      )
      .eq('status', 'published')
      .order('published_at', { ascending: false })
    expect(listed.data?.[0]).toMatchObject({
      id,
      excerpt: 'Two days',
      author: { full_name: 'Tola Editor', role: 'administrator' },
      category: null,
      tags: [],
    })
    for (const table of ['blog_categories', 'blog_tags'] as const)
      expect((await staff.from(table).select('name').order('name')).error).toBeNull()
    expect((await staff.from('blog_posts').delete().eq('id', id)).status).toBe(204)
  })
})

test('none of this was a fault', () => expect([wire.faults, wire.market.faults]).toEqual([[], []]))
