import { existsSync } from 'node:fs'
import { verify } from '@node-rs/argon2'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import { marketNeedsSeeding, refreshDemoMarket, seedDemoMarket } from '#database/seed/seed.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

const now = new Date('2026-03-10T11:20:00Z')
let market: TestDatabase
let owner: pg.Pool

beforeAll(async () => {
  market = await createTestDatabase()
  owner = market.owner
  expect(await marketNeedsSeeding({ connectionString: market.ownerConnectionString })).toBe(true)
  expect(await seedDemoMarket({ connectionString: market.ownerConnectionString, now })).toBe(true)
})
afterAll(() => market?.drop())

async function rowsOf<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await owner.query<T>(text, values)).rows
}

async function count(from: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(`select count(*)::integer as count from ${from}`)
  return row?.count ?? -1
}

describe('the demo market', () => {
  it('passes the audit of amounts, counters and moves', async () => expect(await auditMarket(owner)).toEqual([]))

  it('passes the audit of the ledger', async () => expect(await auditLedger(owner)).toEqual([]))

  it('is written once', async () => {
    expect(await marketNeedsSeeding({ connectionString: market.ownerConnectionString })).toBe(false)
    expect(await seedDemoMarket({ connectionString: market.ownerConnectionString, now })).toBe(false)
  })

  it('has its people, who can sign in', async () => {
    const roles = await rowsOf<{ email: string; role: string; encrypted_password: string; profile: string }>(
      `select u.email, p.role as profile, u.role, u.encrypted_password from auth.users u join public.profiles p on p.id = u.id
       where u.email_confirmed_at is not null and u.email !~ '\\d'`,
    )
    const expected = [
      'administrator',
      'chief',
      'coordinator',
      'customer',
      'hub',
      'manager',
      'rider',
      'supervisor',
      'vendor',
    ]
    expect(roles.map(({ email, profile }) => [email, profile]).sort()).toEqual(
      expected.map((role) => [`${role}@ajoja.test`, ['hub', 'rider'].includes(role) ? 'customer' : role]),
    )
    expect(await verify(roles[0]?.encrypted_password ?? '', 'ajoja-demo')).toBe(true)
    expect(await count("auth.users where email ~ '^buyer\\d+@ajoja.test$'")).toBe(60)
    expect(await count('auth.users u where not exists (select from auth.identities i where i.user_id = u.id)')).toBe(0)
    expect(await count("public.profiles where role = 'vendor' and referral_code is not null")).toBe(0)
  })

  it('has every stage and status that the demo should show', async () => {
    const stages = await rowsOf<{ status: string; buys: number }>(
      'select status, count(*)::integer as buys from public.group_buys group by 1',
    )
    expect(Object.fromEntries(stages.map(({ status, buys }) => [status, buys]))).toEqual({
      draft: 1,
      active: 15,
      closed: 1,
      settling: 1,
      confirmed: 2,
      ready: 1,
      completed: 4,
      failed: 1,
      cancelled: 1,
    })
    const missing = `(select unnest(array['pending', 'paid', 'confirmed', 'ready', 'collected', 'completed', 'expired', 'cancelled',
      'refunded']) except select status from public.orders) s`
    expect(await count(missing)).toBe(0)
    expect(
      await count(
        "public.group_buys where status = 'active' and (end_date <= $1 or end_date > payment_due_at)".replace(
          '$1',
          `'${now.toISOString()}'`,
        ),
      ),
    ).toBe(0)
    expect(
      await count(
        'public.group_buys where current_quantity = target_quantity and current_participants = max_participants',
      ),
    ).toBe(1)
    expect(await count("public.vendors where status = 'active'")).toBe(12)
    expect(await count("(select distinct location from public.vendors where status = 'active') c")).toBe(8)
    expect(await count('(select distinct category from public.products) c')).toBe(6)
  })

  it('has no rows dated in the future or before their person signed up', async () => {
    const times = [
      'orders.created_at',
      'orders.handed_over_at',
      'orders.completed_at',
      'bulk_orders.completed_at',
      'bulk_orders.handed_over_at',
      'orders.paid_at',
      'reviews.created_at',
      'claims.created_at',
      'claim_events.created_at',
      'status_changes.at',
      'messages.created_at',
      'audit_log.at',
      'referrals.settled_at',
      'contact_messages.created_at',
    ]
    for (const time of times) {
      const [table, column] = time.split('.')
      const rows = await rowsOf(`select * from public.${table} where ${column} > $1`, [now])
      expect(rows, time).toEqual([])
    }
    for (const table of ['orders', 'bulk_orders']) {
      const early = `public.${table} o join public.profiles p on p.id = o.user_id where o.created_at < p.created_at
        or o.paid_at < o.created_at or o.ready_at < o.paid_at or o.handed_over_at < o.ready_at or o.completed_at < o.handed_over_at`
      expect(await count(early), table).toBe(0)
    }
  })

  it('pays rewards that add up', async () => {
    const wrong = await rowsOf(`
      with settled as (select user_id, referral_kobo, returned_kobo from public.orders
          where settled_at is not null and is_live
        union all select user_id, referral_kobo, 0 from public.bulk_orders)
      select p.full_name, p.points_balance * 100 as balance from public.profiles p where p.points_balance * 100 <>
        coalesce((select sum(s.referral_kobo) from settled s join public.referrals r on r.referred_id = s.user_id where r.referrer_id = p.id), 0)
        + coalesce((select sum(returned_kobo) from settled where user_id = p.id), 0)
        - coalesce((select sum(peps_kobo) from public.bulk_orders where user_id = p.id), 0)`)
    expect(wrong).toEqual([])
    expect(await count('public.profiles where points_balance > 0')).toBeGreaterThan(20)
    expect(await count('public.top_buyers where completed_orders >= 100')).toBe(1)
    expect(await count('public.top_referrers')).toBe(10)
  })

  it('has claims in three states, three of them in a lot incident, and ratings with a reply', async () => {
    const claims = await rowsOf<{ status: string }>('select status from public.claims order by status')
    expect(claims.map(({ status }) => status)).toEqual(['disputed', 'open', 'open', 'open', 'open', 'upheld'])
    expect(await count(`public.claims c join public.lot_incidents l on l.id = c.lot_id where l.status = 'open'`)).toBe(
      3,
    )
    expect(await count('public.reviews where reply is not null')).toBeGreaterThan(5)
  })

  it('shows pictures that exist', async () => {
    const pictures = await rowsOf<{
      image: string
    }>(`select image_url as image from public.products union select logo_url from public.vendors
      where logo_url is not null union select image_url from public.advertisements union select featured_image from public.blog_posts
      where featured_image is not null union select image_url from public.featured_deals`)
    expect(pictures.filter(({ image }) => !existsSync(`web/public${image}`))).toEqual([])
  })
})

describe('the same moment', () => {
  const tables = [
    'profiles',
    'referrals',
    'vendors',
    'vendor_metrics',
    'products',
    'group_buys',
    'orders',
    'checkouts',
    'order_lines',
    'reviews',
    'claims',
    'claim_events',
    'status_changes',
    'featured_deals',
    'advertisements',
    'blog_posts',
    'blog_post_tags',
    'contact_messages',
    'conversations',
    'messages',
    'audit_log',
    'email_logs',
  ]

  const left: Record<string, string> = {
    profiles: `'{updated_at,referral_code}'`,
    order_lines: `'{id}'`,
    // The planner chooses the order of a statement's rows.
    status_changes: `'{id}'`,
    claims: `'{updated_at,claim_no}'`,
    email_logs: `'{updated_at,template_id,content,metadata}'`,
  }

  async function checksum(pool: pg.Pool): Promise<Record<string, string>> {
    const sums = tables.map(async (table) => {
      // Excludes write times and random values set by triggers, and ids of rows from migrations.
      const text = `select md5(string_agg(row, '\n' order by row)) as sum from (
        select (to_jsonb(t) - ${left[table] ?? `'{updated_at}'`}::text[])::text as row from public.${table} t) r`
      const { rows } = await pool.query<{ sum: string }>(text)
      return [table, rows[0]?.sum ?? ''] as const
    })
    return Object.fromEntries(await Promise.all(sums))
  }

  it.runIf(inject('trialsAreWhole'))('gives the same market', async () => {
    const twin = await createTestDatabase()
    try {
      await seedDemoMarket({ connectionString: twin.ownerConnectionString, now })
      expect(await checksum(twin.owner)).toEqual(await checksum(owner))
    } finally {
      await twin.drop()
    }
  })

  // Around midnight in Lagos, on a leap day and at the turn of a year: other sharing days, same rules.
  it.runIf(inject('trialsAreWhole')).each(['2026-12-31T23:10:00Z', '2026-12-31T22:59:30Z', '2028-02-29T06:40:00Z'])(
    'at %s breaks no rule either',
    async (moment) => {
      const other = await createTestDatabase()
      try {
        await seedDemoMarket({ connectionString: other.ownerConnectionString, now: new Date(moment) })
        expect(await auditMarket(other.owner)).toEqual([])
        expect(await auditLedger(other.owner)).toEqual([])
        const { rows } = await other.owner.query(
          'select * from public.orders where greatest(created_at, paid_at, handed_over_at, completed_at) > $1',
          [moment],
        )
        expect(rows).toEqual([])
      } finally {
        await other.drop()
      }
    },
  )
})

describe('weeks later', () => {
  it('opens new buys if few are left, once', async () => {
    const later = new Date(now.getTime() + 40 * 86_400_000)
    const options = { connectionString: market.ownerConnectionString }
    expect(await refreshDemoMarket({ ...options, now })).toBe(0)
    expect(await refreshDemoMarket({ ...options, now: later })).toBe(15)
    expect(await refreshDemoMarket({ ...options, now: later })).toBe(0)
    expect(await auditMarket(owner)).toEqual([])
    expect(await auditLedger(owner)).toEqual([])
    const past =
      "public.products where share_date < '2026-04-19' and name not in ('Giant snails', 'Frozen chicken', 'Kote')"
    expect(await count(past)).toBe(0)
  })
})

describe('the audit', () => {
  it.each([
    ['L13 quantity', 'update public.group_buys set current_quantity = current_quantity - 1 where current_quantity > 5'],
    [
      'L14 participants',
      'update public.group_buys set current_participants = current_participants - 1 where current_participants > 5',
    ],
    ['L14 paid', 'update public.group_buys set paid_participants = paid_participants + 1'],
    [
      'L16 price',
      "alter table public.orders disable trigger count_orders; update public.orders set unit_price = unit_price + 1, total_amount = (unit_price + 1) * quantity where status = 'pending' and group_buy_id is not null",
    ],
    ['L16 lines', 'update public.order_lines set unit_price = unit_price + 1'],
    ['L16 cart due', 'update public.orders set peps_kobo = peps_kobo + 100 where group_buy_id is null'],
    [
      'L16 ceiling',
      'alter table public.orders disable trigger guard_ceiling; update public.orders set ceiling_unit_price = ceiling_unit_price + 1',
    ],
    ['L16 rates', 'update public.orders set vendor_fee_bps = 400'],
    ['L16 terms', 'update public.orders set terms_version = 9'],
    ['L10 buyer fee', 'update public.orders set fee_kobo = fee_kobo + 1'],
    ['L10 vendor fee', "update public.orders set vendor_fee_kobo = vendor_fee_kobo - 1 where status = 'completed'"],
    [
      'L17 one price',
      `update public.orders set unit_price = unit_price - 10, total_amount = (unit_price - 10) * quantity
      where id = (select id from public.orders where status = 'completed' and group_buy_id is not null limit 1)`,
    ],
    ['L19 standing', "delete from public.status_changes where to_status = 'completed'"],
    ['L19 move', `update public.status_changes set cause = 'hub' where to_status = 'paid'`],
    ['L19 gap', "delete from public.status_changes where to_status = 'paid'"],
  ])('finds a violation of %s', async (rule, breakIt) => {
    const client = await owner.connect()
    try {
      await client.query('begin')
      await client.query(breakIt)
      expect((await auditMarket(client)).map((fault) => fault.rule)).toContain(rule)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('finds a refund that is owed and missing', async () => {
    const client = await owner.connect()
    try {
      await client.query('begin')
      await client.query(`delete from public.refunds where status = 'needs_attention'`)
      expect((await auditLedger(client)).map((fault) => fault.rule)).toContain('L9 orphans')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
