import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Identity, SERVICE } from '#platform/postgres/database.ts'
import { createTestDatabase, identityOf, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { arrange } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())

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

test('every table that users or the secret key may write has the log trigger, or a documented exception', async () => {
  const { rows } = await db.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and exists (select from unnest(array['authenticated', 'service_role']) r, unnest(array['INSERT', 'UPDATE', 'DELETE']) p
         where has_table_privilege(r, c.oid, p) or p <> 'DELETE' and has_any_column_privilege(r, c.oid, p))
       and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'log_act') order by 1`,
  )
  const exempt: Record<string, string> = {
    audit_log: 'the log itself',
    status_changes: 'the log of status changes',
    idempotency_keys: 'stored responses of commands',
    rendered_pdfs: 'cached documents, which can be rendered again',
  }
  expect(rows.map(({ name }) => name).filter((name) => !(name in exempt))).toEqual([])
})

test('tables that staff write directly are logged for users too, and limited in rows per statement', async () => {
  const { rows } = await db.owner.query<{ name: string }>(
    `select distinct p.polrelid::regclass::text as name from pg_policy p
     where p.polcmd in ('a', 'w', 'd', '*') and p.polpermissive
       and pg_get_expr(coalesce(p.polqual, p.polwithcheck), p.polrelid) ~ 'has_role|keeps_content' and p.polrelid::regclass::text not like 'storage.%'
       -- Asked who may use a channel, with inserts that are rolled back.
       and p.polrelid::regclass::text <> 'realtime.messages'`,
  )
  expect(rows.length).toBeGreaterThan(6)
  for (const { name } of rows) {
    const { rows: triggers } = await db.owner.query(
      `select tgname as name, pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = $1::regclass`,
      [name],
    )
    const triggerText = (name: string) => triggers.find((trigger) => trigger.name === name)?.text
    // Settings are only inserted, and log_setting logs them.
    if (name === 'settings') {
      expect(triggerText('log_setting')).toBeDefined()
      continue
    }
    expect([name, triggerText('log_act')]).toEqual([name, expect.stringContaining('writes_at_the_tables')])
    expect([name, triggerText('limit_changes'), triggerText('limit_removals')]).toEqual([
      name,
      ...Array(2).fill(expect.any(String)),
    ])
  }
})

test('inserts, updates and deletes are logged with actor, row and changes', async () => {
  const made = await write(
    identityOf(cast.administrator),
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
  await write(identityOf(cast.supervisor), 'update public.featured_deals set base_price = 12 where id = $1', [id])
  expect((await lastActs(1))[0]).toMatchObject({
    actor_id: cast.supervisor,
    action: 'deal.change',
    subject_name: 'Rice',
    before: { base_price: 10 },
    after: { base_price: 12 },
  })
  const count = await countActs()
  await write(identityOf(cast.supervisor), 'update public.featured_deals set base_price = 12 where id = $1', [id])
  expect(await countActs()).toBe(count)
  const post = await write(
    identityOf(cast.administrator),
    `insert into public.blog_posts (slug, title, content) values ('rice', 'On rice', 'Wash it.') returning id`,
  )
  await write(identityOf(cast.supervisor), 'delete from public.blog_posts where id = $1', [post.rows[0].id])
  expect((await lastActs(1))[0]).toMatchObject({
    actor_id: cast.supervisor,
    action: 'post.remove',
    subject_name: 'On rice',
    before: { content: 'Wash it.', slug: 'rice' },
    after: null,
  })
})

test('writes with the secret key are logged without personal texts; commands, jobs and writes to own rows are not logged', async () => {
  await write(SERVICE, `update public.profiles set full_name = 'Somebody', points_balance = 500 where id = $1`, [
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
  const count = await countActs()
  await write(identityOf(cast.customer), `update public.profiles set full_name = 'Ada' where id = $1`, [cast.customer])
  await write(identityOf(cast.vendor), 'update public.products set base_price = 51000 where id = $1', [
    cast.ids.productId,
  ])
  const command = { role: 'service_role', claims: { role: 'service_role', act: cast.chief } }
  await write(command, `update public.profiles set full_name = 'Bola' where id = $1`, [cast.customer])
  await db.database.as(SERVICE, (tx) =>
    tx.query(`update public.profiles set full_name = 'Clock' where id = $1`, [cast.customer]),
  )
  expect(await countActs()).toBe(count)
})

test('a user writes at most 100 rows of content per statement; cascaded deletes do not count', async () => {
  await queryWithCause(
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
    await expect(write(identityOf(cast.administrator), sql)).rejects.toMatchObject({ code: 'PT400' })
  await write(identityOf(cast.administrator), `delete from public.blog_tags where slug = 'beans'`)
  expect((await lastActs(1))[0]).toMatchObject({ action: 'tag.remove', subject_name: 'Beans' })
})
