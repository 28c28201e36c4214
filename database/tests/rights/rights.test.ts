import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, identityOf, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())

const as = (who: Exclude<keyof typeof cast, 'ids'> | 'visitor', sql: string, values: unknown[] = []) =>
  asPerson(db, who === 'visitor' ? null : cast[who], sql, values)
const everyone = [
  'visitor',
  'customer',
  'other',
  'vendor',
  'rival',
  'manager',
  'coordinator',
  'chief',
  'administrator',
  'supervisor',
] as const
const REFUSED = '42501'

describe('the whole schema', () => {
  test('every table has row level security', async () => {
    const { rows } = await db.owner.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`,
    )
    expect(rows).toEqual([])
  })

  test('none of our functions is executable by PUBLIC, and security definer functions have a fixed search path', async () => {
    const { rows } = await db.owner.query(
      `select p.proname from pg_proc p where pronamespace in ('public'::regnamespace, 'rights'::regnamespace)
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
         and (has_function_privilege('public', p.oid, 'execute') or (prosecdef and not coalesce(proconfig::text, '') like '%search_path%'))`,
    )
    expect(rows).toEqual([])
  })

  test('only the service role writes orders, counters, points, metrics, history and the audit log', async () => {
    const writes = [
      ['update public.group_buys set current_quantity = 0'],
      ['update public.group_buys set current_participants = 40'],
      ['update public.orders set status = $1', 'paid'],
      [
        `insert into public.orders (group_buy_id, user_id, vendor_id, quantity, unit_price, total_amount, ceiling_unit_price) select id, vendor_id, vendor_id, 1, 1, 1, 1 from public.group_buys limit 1`,
      ],
      ['update public.profiles set points_balance = 1000000'],
      ['update public.profiles set role = $1', 'chief'],
      ['update public.vendor_metrics set rating = 5'],
      [`update public.vendors set status = 'active'`],
      ['delete from public.audit_log'],
      [`insert into public.audit_log (action, subject_type) values ('a.b', 'c')`],
      ['delete from public.status_changes'],
      [`insert into public.email_logs (recipient_email, subject, content) values ('a@b.c', 'x', 'y')`],
      ['insert into public.referrals (referrer_id, referred_id) select id, id from public.profiles'],
      ['truncate public.products'],
      ['select * from auth.users'],
      ['select * from public.idempotency_keys'],
      ['select * from mail.messages'],
    ] as const
    for (const who of everyone) {
      for (const [sql, ...values] of writes) {
        const answer = await as(who, sql, values)
        expect([who, sql, answer.errorCode ?? `${answer.count} rows`]).toEqual([
          who,
          sql,
          sql.includes('idempotency') ? expect.stringMatching(/42501|0 rows/) : REFUSED,
        ])
      }
    }
  })
})

describe('profiles', () => {
  const visible = async (who: (typeof everyone)[number]) =>
    (await as(who, 'select id from public_shown.profiles')).count

  test('complete rows of the table: users read their own, the chief all', async () => {
    expect((await as('visitor', 'select id from public.profiles')).errorCode).toBe(REFUSED)
    for (const who of everyone.slice(1)) {
      const rows = (await as(who, 'select id, points_balance, referral_code from public.profiles')).count
      expect([who, rows]).toEqual([who, who === 'chief' ? 9 : 1])
    }
  })

  test('users see themselves, the chief sees all, a coordinator the managers, a visitor none', async () => {
    expect(await visible('visitor')).toBe(0)
    expect(await visible('customer')).toBe(1)
    expect(await visible('chief')).toBe(9)
    expect(await visible('coordinator')).toBe(2)
  })

  test('users change only their own name', async () => {
    expect(
      (await as('customer', `update public.profiles set full_name = 'Ada' where id = $1`, [cast.customer])).count,
    ).toBe(1)
    expect(
      (await as('customer', `update public.profiles set full_name = 'Ada' where id = $1`, [cast.other])).count,
    ).toBe(0)
    expect((await as('chief', `update public.profiles set full_name = 'Ada' where id = $1`, [cast.other])).count).toBe(
      0,
    )
  })

  test('e-mail addresses are in the chief’s list only; coordinators see their managers', async () => {
    expect((await as('chief', 'select email from public.user_directory')).count).toBe(9)
    expect((await as('coordinator', 'select role from public.user_directory')).rows).toEqual([{ role: 'manager' }])
    for (const who of ['customer', 'vendor', 'manager', 'administrator', 'supervisor'] as const) {
      expect((await as(who, 'select email from public.user_directory')).count).toBe(0)
    }
    expect((await as('visitor', 'select email from public.user_directory')).errorCode).toBe(REFUSED)
  })
})

describe('shops and products', () => {
  test('a vendor adds and edits only own products; without a shop the message says so', async () => {
    const add = `insert into public.products (name, category, base_price, unit) values ('Yam', 'vegetables', 3000, 'tuber') returning vendor_id`
    expect((await as('vendor', add)).rows).toEqual([{ vendor_id: cast.ids.vendorId }])
    expect((await as('customer', add)).message).toBe('Vendor profile not found')
    expect((await as('chief', add)).message).toBe('Vendor profile not found')
    expect((await as('visitor', add)).errorCode).toBe(REFUSED)
    const edit = 'update public.products set base_price = 1 where id = $1'
    expect((await as('vendor', edit, [cast.ids.productId])).count).toBe(1)
    expect((await as('vendor', edit, [cast.ids.rivalProductId])).count).toBe(0)
    expect((await as('customer', edit, [cast.ids.productId])).count).toBe(0)
    expect((await as('vendor', 'update public.products set vendor_id = $1', [cast.ids.rivalId])).errorCode).toBe(
      REFUSED,
    )
  })

  test('a pending shop and its products are visible to its owner and the staff of its state only', async () => {
    await queryWithCause(db.owner, 'manager', `update public.vendors set status = 'suspended' where id = $1`, [
      cast.ids.rivalId,
    ])
    const seen = async (who: (typeof everyone)[number]) =>
      (await as(who, 'select from public.products where id = $1', [cast.ids.rivalProductId])).count
    expect([await seen('visitor'), await seen('customer'), await seen('vendor'), await seen('manager')]).toEqual([
      0, 0, 0, 0,
    ])
    expect([await seen('rival'), await seen('coordinator'), await seen('chief')]).toEqual([1, 1, 1])
    await queryWithCause(db.owner, 'manager', `update public.vendors set status = 'active' where id = $1`, [
      cast.ids.rivalId,
    ])
  })

  test('deleting a product: 403 for others, 409 while it is live, archived for the owner, content staff and the chief', async () => {
    const remove = (who: (typeof everyone)[number], id: string | undefined) =>
      as(who, 'delete from public.products where id = $1', [id])
    for (const who of ['customer', 'rival', 'manager', 'coordinator'] as const)
      expect((await remove(who, cast.ids.spare)).errorCode).toBe('PT403')
    expect((await remove('visitor', cast.ids.spare)).errorCode).toBe(REFUSED)
    for (const who of ['vendor', 'administrator', 'supervisor', 'chief'] as const) {
      expect((await remove(who, cast.ids.productId)).errorCode).toBe('PT409')
      expect((await remove(who, cast.ids.spare)).errorCode).toBe(null)
    }
    // None of these is live: deleting more than one is rejected.
    const { rows } = await db.owner.query<{ id: string }>(
      `insert into public.products (vendor_id, name, category, base_price, unit) select $1, 'Maize ' || n, 'grains', 9000, 'bag' from generate_series(1, 2) n returning id`,
      [cast.ids.vendorId],
    )
    const two = rows.map(({ id }) => id)
    const removed = await as('vendor', 'delete from public.products where id = any ($1)', [two])
    expect(removed.message).toBe('Delete one product at a time, named by id=eq.')
    await db.database.as(identityOf(cast.vendor), (tx) =>
      tx.query('delete from public.products where id = $1', [cast.ids.spare]),
    )
    expect((await as('visitor', 'select from public.products where id = $1', [cast.ids.spare])).count).toBe(0)
    expect(
      (
        await db.owner.query('select archived_at is not null as kept from public.products where id = $1', [
          cast.ids.spare,
        ])
      ).rows,
    ).toEqual([{ kept: true }])
  })
})

describe('group buys', () => {
  const publish = (product: string | undefined, more = '') =>
    [
      `insert into public.group_buys (product_id, status, target_quantity, end_date${more ? `, ${more.split('=')[0]}` : ''})
      values ($1, 'active', 20, now() + interval '9 days'${more ? `, ${more.split('=')[1]}` : ''}) returning vendor_id, current_quantity, product_name`,
      [product],
    ] as [string, unknown[]]

  test('drafts are visible to the vendor and staff; published buys are public', async () => {
    const seen = async (who: (typeof everyone)[number]) =>
      (await as(who, 'select from public.group_buys where id = any ($1)', [[cast.ids.activeId, cast.ids.draftId]]))
        .count
    expect([await seen('visitor'), await seen('customer'), await seen('rival')]).toEqual([1, 1, 1])
    expect([await seen('vendor'), await seen('manager'), await seen('chief')]).toEqual([2, 2, 2])
  })

  test('only the owner of the product publishes; counters start at zero whatever the request contains', async () => {
    expect((await as('vendor', ...publish(cast.ids.productId, 'current_quantity=19'))).rows).toEqual([
      { vendor_id: cast.ids.vendorId, current_quantity: 0, product_name: 'Brown beans' },
    ])
    expect((await as('rival', ...publish(cast.ids.productId))).errorCode).toBe(REFUSED)
    expect((await as('customer', ...publish(cast.ids.productId))).message).toBe('Vendor profile not found')
  })

  test.each([
    ['price_tiers=\'[{"participants":3,"price":60000}]\'', 'Tier prices must fall'],
    ['price_tiers=\'{"a":1}\'', 'must be a JSON list'],
    ["price_tiers='nonsense'", 'must be a JSON list'],
    ['min_participants=0', 'min_participants'],
  ])('rejects %s', async (more, text) => {
    expect((await as('vendor', ...publish(cast.ids.productId, more))).message).toContain(text)
  })

  test.each([
    [`'1 hour'`, 20, 'at least 24 hours'],
    [`'100 days'`, 20, 'within 90 days'],
    [`'19 days'`, 20, 'before payment is due'],
    [`'9 days'`, 5000, 'larger than what is in stock'],
  ])('rejects a window of %s and a target of %d', async (window, target, text) => {
    const sql = `insert into public.group_buys (product_id, status, target_quantity, end_date) values ($1, 'active', $2, now() + interval ${window})`
    expect((await as('vendor', sql, [cast.ids.productId, target])).message).toContain(text)
  })

  test('price, target and dates are fixed once a buyer has joined; a vendor cannot set statuses reserved for other causes', async () => {
    const edit = (sql: string) => as('vendor', `update public.group_buys set ${sql} where id = $1`, [cast.ids.activeId])
    for (const sql of ['target_quantity = 60', `price_tiers = '[]'`, `end_date = end_date + interval '1 day'`])
      expect((await edit(sql)).errorCode).toBe('PT409')
    for (const status of ['closed', 'confirmed', 'completed', 'cancelled', 'draft'])
      expect((await edit(`status = '${status}'`)).errorCode).toBe('PT409')
    expect(
      (await as('rival', 'update public.group_buys set allow_extension = true where id = $1', [cast.ids.activeId]))
        .count,
    ).toBe(0)
  })
})

describe('orders and messages', () => {
  test('an order is visible to its buyer, its vendor and the staff of the region only', async () => {
    const seen = async (who: (typeof everyone)[number]) =>
      (await as(who, 'select from public.orders where id = $1', [cast.ids.orderId])).count
    for (const who of ['customer', 'vendor', 'manager', 'coordinator', 'chief'] as const)
      expect([who, await seen(who)]).toEqual([who, 1])
    for (const who of ['other', 'rival', 'administrator', 'supervisor'] as const)
      expect([who, await seen(who)]).toEqual([who, 0])
    expect((await as('visitor', 'select from public.orders')).errorCode).toBe(REFUSED)
  })

  test('the history of a buy is visible without its actors', async () => {
    const sql = 'from public.status_changes where subject_id = $1'
    expect((await as('other', `select to_status, cause ${sql}`, [cast.ids.activeId])).count).toBe(1)
    expect((await as('other', `select actor_id ${sql}`, [cast.ids.activeId])).errorCode).toBe(REFUSED)
  })

  test('only members read and write in a conversation, under their own name', async () => {
    const { rows } = await db.owner.query(
      `insert into public.conversations (subject, created_by) values ('Order', $1) returning id`,
      [cast.customer],
    )
    const id = rows[0].id
    await db.owner.query(
      `insert into public.conversation_members (conversation_id, profile_id, display_name) values ($1, $2, 'A'), ($1, $3, 'B')`,
      [id, cast.customer, cast.vendor],
    )
    const write = 'insert into public.messages (conversation_id, sender_id, body) values ($1, $2, $3)'
    expect((await as('customer', write, [id, cast.customer, 'Good day'])).count).toBe(1)
    expect((await as('customer', write, [id, cast.vendor, 'forged'])).errorCode).toBe(REFUSED)
    expect((await as('other', write, [id, cast.other, 'let me in'])).errorCode).toBe(REFUSED)
    expect((await as('chief', 'select from public.conversations where id = $1', [id])).count).toBe(0)
  })
})

describe('content and settings', () => {
  test('only administrator and supervisor edit deals, adverts and posts', async () => {
    for (const who of everyone) {
      const keeps = who === 'administrator' || who === 'supervisor'
      const deal = await as(who, `insert into public.featured_deals (name, base_price, unit) values ('Rice', 1, 'bag')`)
      const advert = await as(
        who,
        `insert into public.advertisements (page, position, title, start_date, end_date) values ('home', 'top', 'Ad', now(), now() + interval '1 day')`,
      )
      const post = await as(who, `insert into public.blog_posts (slug, title) values ('a-post', 'A post')`)
      expect([who, deal.errorCode, advert.errorCode, post.errorCode]).toEqual([
        who,
        ...Array(3).fill(keeps ? null : REFUSED),
      ])
    }
  })

  test('a post cannot have another person as author', async () => {
    const sql = `insert into public.blog_posts (slug, title, author_id) values ('a-post', 'A post', $1)`
    expect((await as('administrator', sql, [cast.supervisor])).errorCode).toBe(REFUSED)
  })

  test('settings: the chief alone, never in the past, 30 days’ notice for the reward programme', async () => {
    const set = (who: (typeof everyone)[number], key: string, from: string) =>
      as(who, `insert into public.settings (key, value, effective_from) values ($1, '60', now() + $2::interval)`, [
        key,
        from,
      ])
    expect((await set('chief', 'unpaid_lapses', '1 hour')).errorCode).toBe(null)
    // Rates are planned by a command, which notifies people.
    expect((await set('chief', 'buyer_fee_bps', '1 hour')).errorCode).toBe(REFUSED)
    expect((await set('chief', 'referral_bps', '29 days')).message).toContain("30 days' notice")
    expect((await set('chief', 'buyer_fee_bps', '-1 hour')).message).toContain('past')
    expect((await set('chief', 'unheard_of', '1 hour')).message).toContain('Unknown setting')
    expect((await set('coordinator', 'unpaid_lapses', '1 hour')).errorCode).toBe(REFUSED)
  })
})

test('a status changes only by allowed moves and causes, even for the owner', async () => {
  const move = (cause: string, status: string) =>
    queryWithCause(db.owner, cause, `update public.orders set status = $2 where id = $1`, [cast.ids.orderId, status])
  await expect(move('clock', 'refunded')).rejects.toThrow('order cannot go from pending to refunded')
  await expect(move('clock', 'paid')).rejects.toThrow('order cannot go from pending to paid by clock')
  await expect(move('vendor', 'paid')).rejects.toMatchObject({ code: 'PT409' })
  await expect(
    db.owner.query(`update public.orders set status = 'paid' where id = $1`, [cast.ids.orderId]),
  ).rejects.toThrow('by operator')
  await expect(
    queryWithCause(db.owner, 'clock', `update public.group_buys set status = 'draft' where id = $1`, [
      cast.ids.activeId,
    ]),
  ).rejects.toMatchObject({ code: 'PT409' })
  await expect(
    db.owner.query(`insert into public.featured_deals (name, base_price, unit) values ('Rice', 1, 'bag')`),
  ).rejects.toThrow('deal cannot go from new to active by operator')
})
