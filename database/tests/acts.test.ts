import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Identity } from '#platform/postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange } from './as-person.ts'
import { movedBy } from './moved-by.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())

const person = (sub: string): Identity => ({ role: 'authenticated', claims: { sub, role: 'authenticated' } })
const SECRET_KEY: Identity = { role: 'service_role', claims: { role: 'service_role' } }
const write = (who: Identity, sql: string, values: unknown[] = []) =>
  db.database.as(who, (tx) => tx.query(sql, values), { settings: { 'request.method': 'POST' } })
const lastActs = async (amount: number) =>
  (
    await db.owner.query(
      'select actor_id, action, subject_id, subject_name, before, after from public.audit_log order by id desc limit $1',
      [amount],
    )
  ).rows
const countActs = async () => Number((await db.owner.query('select count(*) from public.audit_log')).rows[0].count)

test('every table that people or the secret key may write has the trigger, or its reason to have none', async () => {
  const { rows } = await db.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and exists (select from unnest(array['authenticated', 'service_role']) r, unnest(array['INSERT', 'UPDATE', 'DELETE']) p
         where has_table_privilege(r, c.oid, p) or p <> 'DELETE' and has_any_column_privilege(r, c.oid, p))
       and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'log_act') order by 1`,
  )
  const exempt: Record<string, string> = {
    audit_log: 'the log itself',
    status_changes: 'the log of moves',
    idempotency_keys: 'answers kept by commands',
    drawn_papers: 'copies of papers, drawn again from what the market knows',
  }
  expect(rows.map(({ name }) => name).filter((name) => !(name in exempt))).toEqual([])
})

test('a table that staff write at the tables is told for people too, and guarded against masses', async () => {
  const { rows } = await db.owner.query<{ name: string }>(
    `select distinct p.polrelid::regclass::text as name from pg_policy p
     where p.polcmd in ('a', 'w', 'd', '*') and p.polpermissive
       and pg_get_expr(coalesce(p.polqual, p.polwithcheck), p.polrelid) ~ 'has_role|keeps_content' and p.polrelid::regclass::text not like 'storage.%'`,
  )
  expect(rows.length).toBeGreaterThan(6)
  for (const { name } of rows) {
    const { rows: triggers } = await db.owner.query(
      `select tgname as name, pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = $1::regclass`,
      [name],
    )
    const named = (wanted: string) => triggers.find((trigger) => trigger.name === wanted)?.text
    // A setting is only ever added, and log_setting tells of it.
    if (name === 'settings') {
      expect(named('log_setting')).toBeDefined()
      continue
    }
    expect([name, named('log_act')]).toEqual([name, expect.stringContaining('writes_at_the_tables')])
    expect([name, named('limit_changes'), named('limit_removals')]).toEqual([
      name,
      ...Array(2).fill(expect.any(String)),
    ])
  }
})

test('adding, changing and removing are told with who, which row, and what changed', async () => {
  const made = await write(
    person(cast.administrator),
    `insert into public.featured_deals (name, base_price, unit) values ('Rice', 10, 'bag') returning id`,
  )
  const id = made.rows[0].id
  expect((await lastActs(1))[0]).toMatchObject({
    actor_id: cast.administrator,
    action: 'deal.add',
    subject_id: id,
    subject_name: 'Rice',
    before: null,
    after: { name: 'Rice', base_price: 10 },
  })
  await write(person(cast.supervisor), 'update public.featured_deals set base_price = 12 where id = $1', [id])
  expect((await lastActs(1))[0]).toMatchObject({
    actor_id: cast.supervisor,
    action: 'deal.change',
    subject_name: 'Rice',
    before: { base_price: 10 },
    after: { base_price: 12 },
  })
  const told = await countActs()
  await write(person(cast.supervisor), 'update public.featured_deals set base_price = 12 where id = $1', [id])
  expect(await countActs()).toBe(told)
  const post = await write(
    person(cast.administrator),
    `insert into public.blog_posts (slug, title, content) values ('rice', 'On rice', 'Wash it.') returning id`,
  )
  await write(person(cast.supervisor), 'delete from public.blog_posts where id = $1', [post.rows[0].id])
  expect((await lastActs(1))[0]).toMatchObject({
    actor_id: cast.supervisor,
    action: 'post.remove',
    subject_name: 'On rice',
    before: { content: 'Wash it.', slug: 'rice' },
    after: null,
  })
})

test('the secret key is told, without what people wrote about themselves; commands, jobs and own rows are not', async () => {
  await write(SECRET_KEY, `update public.profiles set full_name = 'Somebody', points_balance = 500 where id = $1`, [
    cast.customer,
  ])
  expect((await lastActs(1))[0]).toMatchObject({
    actor_id: null,
    action: 'profile.change',
    subject_id: cast.customer,
    subject_name: null,
    before: { full_name: 'not kept', points_balance: 0 },
    after: { full_name: 'not kept', points_balance: 500 },
  })
  const told = await countActs()
  await write(person(cast.customer), `update public.profiles set full_name = 'Ada' where id = $1`, [cast.customer])
  await write(person(cast.vendor), 'update public.products set base_price = 51000 where id = $1', [cast.ids.productId])
  const command = { role: 'service_role', claims: { role: 'service_role', act: cast.chief } }
  await write(command, `update public.profiles set full_name = 'Bola' where id = $1`, [cast.customer])
  await db.database.as(SECRET_KEY, (tx) =>
    tx.query(`update public.profiles set full_name = 'Clock' where id = $1`, [cast.customer]),
  )
  expect(await countActs()).toBe(told)
})

test('a person writes at most 100 rows of content by one statement; what a removal takes along does not count', async () => {
  await movedBy(
    db.owner,
    'content',
    `insert into public.blog_posts (slug, title, author_id) select 'post-' || n, 'Post ' || n, $1 from generate_series(1, 120) n`,
    [cast.administrator],
  )
  await db.owner.query(
    `with tag as (insert into public.blog_tags (name, slug) values ('Beans', 'beans') returning id)
     insert into public.blog_post_tags select p.id, tag.id from public.blog_posts p, tag`,
  )
  for (const sql of ['delete from public.blog_posts', `update public.blog_posts set excerpt = ''`])
    await expect(write(person(cast.administrator), sql)).rejects.toMatchObject({ code: 'PT400' })
  await write(person(cast.administrator), `delete from public.blog_tags where slug = 'beans'`)
  expect((await lastActs(1))[0]).toMatchObject({ action: 'tag.remove', subject_name: 'Beans' })
})
