import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { sourceFiles } from '../../../tests/laws/imports.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

/**
 * These check for a part in a matter, which every membership means, also an ended one. They grant nothing: parts_in_shop
 * prevents people who serve a shop, with any duty, from buying there.
 */
const PARTS = new Set(
  [
    'has_part_in',
    'parties_of',
    'parts_in_shop',
    'has_part_in_claim',
    'has_part_in_lot',
    'may_judge_lot',
    'may_decide_uncollected',
    'is_of_shop',
  ].flatMap((name) => [`public.${name}`, `rights.${name}`]),
)
/** These show, count or end memberships with any duty. */
const LISTS = new Set([
  'public.own_duties',
  'public.place_orders',
  'public.staff_members',
  // Staff see the people who serve in their states, whatever their duty.
  'public.may_see_person',
  'public.person_duties',
  'public.suspension_impact',
  'public.shop_for_staff',
  'policy own_memberships on public.memberships',
])

test('every check of a membership names the duty that it needs', async () => {
  const { rows } = await db.owner.query<{ name: string; text: string }>(
    `select n.nspname || '.' || p.proname as name, p.prosrc as text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('public', 'rights', 'auth', 'storage')
     union all select n.nspname || '.' || c.relname, pg_get_viewdef(c.oid) from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('v', 'm') and n.nspname in ('public', 'rights', 'public_shown')
     union all select 'policy ' || policyname || ' on ' || schemaname || '.' || tablename, concat_ws(' ', qual, with_check) from pg_policies`,
  )
  const asking = rows.filter(({ text }) => /\bmemberships\b/.test(text))
  expect(asking.length).toBeGreaterThan(8)
  const silent = asking.filter(({ name, text }) => {
    // The text after each mention of the table, up to the next one.
    const mentions = text.split(/\bmemberships\b/).slice(1)
    return !PARTS.has(name) && !LISTS.has(name) && !mentions.every((after) => /\bduty\b/.test(after))
  })
  expect(silent.map(({ name }) => name)).toEqual([])
})

test('TypeScript that queries memberships directly names the duty', () => {
  const files = sourceFiles().filter(
    (path) => /^(server|web|domain)\//.test(path) && !/\.test\.ts$|\/testing\//.test(path),
  )
  const silent = files.filter((path) => {
    const text = readFileSync(path, 'utf8')
    return /(?:from|join|update|into) public\.memberships\b|from\('memberships'\)/.test(text) && !/\bduty\b/.test(text)
  })
  expect(silent).toEqual([])
})

test('a rider packs nothing, weighs nothing in, and sees no delivery of the shop or the place', async () => {
  const cast = await arrange(db)
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into public.pickup_points (name, state, lga, street, opening_hours)
     values ('Yaba hub', 'Lagos', 'Lagos Mainland', '4 Herbert Macaulay Way', '[]') returning id`,
  )
  const placeId = rows[0]?.id
  const member = async (duty: string) =>
    db.owner.query(
      `insert into public.memberships (person_id, vendor_id, pickup_point_id, duty) values ($1, $2, null, $4), ($1, null, $3, $4)`,
      [cast.other, cast.ids.vendorId, placeId, duty],
    )
  const rightsOf = async () =>
    (
      await db.owner.query<{ packs: boolean; keeps: boolean }>(
        'select rights.packs_for($1, $2) as packs, rights.keeps_place($1, $3) as keeps',
        [cast.other, cast.ids.vendorId, placeId],
      )
    ).rows[0]
  const served = async () =>
    (
      await asPerson(
        db,
        cast.other,
        'select (select count(*) from rights.served_vendor_ids())::integer + (select count(*) from rights.served_place_ids())::integer as n',
      )
    ).rows[0]?.n
  await member('delivery')
  expect([await rightsOf(), await served()]).toEqual([{ packs: false, keeps: false }, 0])
  await member('hand-over')
  expect([await rightsOf(), await served()]).toEqual([{ packs: true, keeps: true }, 2])
})
