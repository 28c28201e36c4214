import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())

const setRole = (id: string, role: string) =>
  db.owner.query('update public.profiles set role = $2 where id = $1', [id, role])

test('a shop’s rights end with the role, and return with the role and a new decision', async () => {
  const acts = {
    product: `insert into public.products (name, category, base_price, unit) values ('Yam', 'vegetables', 3000, 'tuber')`,
    price: `update public.products set base_price = 1 where id = '${cast.ids.rivalProductId}'`,
    about: `update public.vendors set description = 'Yams of Benue' where id = '${cast.ids.rivalId}'`,
    phone: `update public.vendor_details set phone = '0803 123 4567' where vendor_id = '${cast.ids.rivalId}'`,
  }
  const may = async () => {
    const found: Record<string, boolean> = {}
    for (const [name, sql] of Object.entries(acts)) {
      const answer = await asPerson(db, cast.rival, sql)
      found[name] = answer.errorCode === null && answer.count === 1
    }
    return found
  }
  const all = (value: boolean) => Object.fromEntries(Object.keys(acts).map((name) => [name, value]))
  expect(await may()).toEqual(all(true))
  await setRole(cast.rival, 'customer')
  expect(await may()).toEqual(all(false))
  const { rows } = await db.owner.query('select status from public.vendors where id = $1', [cast.ids.rivalId])
  expect(rows).toEqual([{ status: 'suspended' }])
  await setRole(cast.rival, 'vendor')
  // Suspended: public data of the shop is fixed.
  expect(await may()).toEqual(all(false))
  await queryWithCause(db.owner, 'chief', `update public.vendors set status = 'active' where id = $1`, [
    cast.ids.rivalId,
  ])
  expect(await may()).toEqual(all(true))
})

test('an applicant prepares products that other people cannot see, and publishes nothing', async () => {
  const { rows } = await queryWithCause(
    db.owner,
    'buyer',
    `insert into public.vendors (owner_id, business_name, location, state) values ($1, 'Hopeful shop', 'Ibadan', 'Oyo') returning id`,
    [cast.other],
  )
  const add = `insert into public.products (name, category, base_price, unit, available_quantity, share_date)
    values ('Yam', 'vegetables', 3000, 'tuber', 100, current_date + 20) returning id, vendor_id`
  expect((await asPerson(db, cast.other, add)).rows).toMatchObject([{ vendor_id: rows[0].id }])
  const product = await db.owner.query(
    `insert into public.products (vendor_id, name, category, base_price, unit, available_quantity, share_date)
     values ($1, 'Yam', 'vegetables', 3000, 'tuber', 100, current_date + 20) returning id`,
    [rows[0].id],
  )
  const id = product.rows[0].id
  const seen = async (who: string | null) =>
    (await asPerson(db, who, 'select from public.products where id = $1', [id])).count
  expect([await seen(null), await seen(cast.customer), await seen(cast.other), await seen(cast.chief)]).toEqual([
    0, 0, 1, 1,
  ])
  const publish = `insert into public.group_buys (product_id, status, target_quantity, end_date) values ($1, 'active', 20, now() + interval '9 days')`
  expect((await asPerson(db, cast.other, publish, [id])).message).toContain('must be approved')
})

test('a suspended shop cannot be renamed; names are unique regardless of case and spaces', async () => {
  const rename = 'update public.vendors set business_name = $1 where id = $2'
  // As the operator: vendors request a change, see server/vendors/shop-change.test.ts.
  for (const name of ['Rival shop', 'RIVAL  SHOP', ' rivalshop', 'Rival\u200bshop', 'Ｒival shop'])
    await expect(db.owner.query(rename, [name, cast.ids.vendorId]), name).rejects.toMatchObject({ code: '23505' })
  expect((await asPerson(db, cast.vendor, rename, ['Own shop of Lagos', cast.ids.vendorId])).errorCode).toBe('PT403')
  await queryWithCause(db.owner, 'chief', `update public.vendors set status = 'suspended' where id = $1`, [
    cast.ids.vendorId,
  ])
  for (const change of [
    `business_name = 'Fresh start'`,
    `description = 'New'`,
    `location = 'Kano'`,
    `logo_url = '/basins/rice.svg'`,
  ]) {
    const answer = await asPerson(db, cast.vendor, `update public.vendors set ${change} where id = $1`, [
      cast.ids.vendorId,
    ])
    expect([change, answer.errorCode]).toEqual([change, 'PT403'])
  }
})

test('picture columns accept only addresses of this site; only adverts link elsewhere', async () => {
  const { rows } = await db.owner.query<{ place: string }>(
    `select table_name || '.' || column_name as place from information_schema.columns c join pg_class r on r.oid = (quote_ident(table_schema) || '.' || quote_ident(table_name))::regclass
     where table_schema = 'public' and r.relkind = 'r' and column_name ~ '(_url|image|picture|avatar|logo)$' and column_name <> 'pay_url' order by 1`,
  )
  expect(rows.map(({ place }) => place)).toEqual([
    'advertisements.image_url',
    'advertisements.link_url',
    'blog_posts.featured_image',
    'featured_deals.image_url',
    'group_buys.image_url',
    'order_lines.image_url',
    'products.drawn_url',
    'products.image_url',
    'vendors.logo_url',
  ])
  const foreign = [
    'https://evil.example/a.png',
    '/\\evil.example',
    '//evil.example',
    '/\tevil',
    '/a\\b',
    'javascript:x',
    'data:x',
  ]
  for (const { place } of rows) {
    const [table, column] = place.split('.')
    const { rows: rules } = await db.owner.query<{ text: string }>(
      `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%' || $2 || '%'`,
      [`public.${table}`, column],
    )
    const takes = async (address: string) => {
      const sql = rules.map(({ text }) => `(${text.replace(/^CHECK /, '')})`).join(' and ')
      const { rows: judged } = await db.owner.query(`select ${sql} as fits from (select $1::text as ${column}) t`, [
        address,
      ])
      return judged[0].fits
    }
    expect([place, await takes('/storage/v1/object/public/pictures/a/b.jpg')]).toEqual([place, true])
    for (const address of foreign)
      expect([place, address, await takes(address)]).toEqual([
        place,
        address,
        place.endsWith('link_url') && address.startsWith('https'),
      ])
  }
})
