import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
let owner: string
beforeAll(async () => {
  market = await openTestMarket()
  owner = await market.person()
})
afterAll(() => market.close())

const query = (sql: string, values: unknown[] = []) => market.db.owner.query(sql, values)
const PREFIX = '/storage/v1/object/public/pictures/'

/** A picture of the person that was uploaded this many hours ago. */
async function picture(hours: number): Promise<string> {
  const name = `${owner}/${crypto.randomUUID()}`
  await query(
    `insert into storage.objects (bucket_id, name, owner, blob, metadata, created_at)
     values ('pictures', $1, $2, replace(gen_random_uuid()::text, '-', ''), '{"mimetype": "image/jpeg", "colour": "c08040"}', now() - make_interval(hours => $3))`,
    [name, owner, hours],
  )
  return name
}

async function isLeft(name: string): Promise<boolean> {
  await query('select public.delete_unused_uploads()')
  return (await query('select from storage.objects where name = $1', [name])).rowCount === 1
}

test('a picture that nothing has named is deleted after a day, and no earlier', async () => {
  const [young, old] = [await picture(23), await picture(25)]
  expect([await isLeft(young), await isLeft(old)]).toEqual([true, false])
})

/** Every column that can have the address of an uploaded picture. */
const NAMING = `select c.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
  where c.contype = 'c' and pg_get_constraintdef(c.oid) like '%is_own_path%' and a.attname ~ '^(image_url|url|logo_url|drawn_url|featured_image)$'
  order by 1, 2`
/** Copies of a product's picture: it was named before. */
const COPIES = ['order_lines.image_url', 'products.image_url']

test('one that was named stays, also when it is not named any more', async () => {
  const { rows } = await query(NAMING)
  const columns = rows.map(({ table, column }) => `${table}.${column}`).filter((name) => !COPIES.includes(name))
  expect(columns).toContain('product_pictures.url')
  for (const name of columns) {
    const [table = '', column = ''] = name.split('.')
    const file = await picture(25)
    await query('begin')
    // Only the trigger is tried: the rest of a row is not needed for it.
    await query(`create temporary table tried (like public.${table}) on commit drop`)
    await query(`alter table tried add column tried boolean`)
    const { rows: notNull } = await query(
      `select attname from pg_attribute where attrelid = 'pg_temp.tried'::regclass and attnotnull and attnum > 0`,
    )
    for (const { attname } of notNull) await query(`alter table tried alter column ${attname} drop not null`)
    const { rows: triggers } = await query(
      `select pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = $1::regclass and tgname = 'attach_picture'`,
      [`public.${table}`],
    )
    expect([name, triggers.length]).toEqual([name, 1])
    await query(triggers[0].definition.replace(` ON public.${table} `, ' ON pg_temp.tried '))
    await query(`insert into tried (${column}) values ($1)`, [`${PREFIX}${file}#c08040`])
    await query('commit')
    expect([name, await isLeft(file)]).toEqual([name, true])
  }
})
