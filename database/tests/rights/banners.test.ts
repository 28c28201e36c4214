import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, identityOf, type TestDatabase } from '#platform/postgres/testing.ts'
import { withoutTriggers } from '../setup/as-owner.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
beforeEach(() => db.owner.query('truncate public.banners'))
afterAll(() => db.drop())

const FACTS: Record<string, unknown> = {
  title: 'The Mile 12 road is flooded',
  tone: 'warning',
  audience: 'everyone',
  starts_at: 'now',
  ends_at: 'tomorrow',
}

function insertOf(facts: Record<string, unknown>): [sql: string, values: unknown[]] {
  const row = { ...FACTS, ...facts }
  const places = Object.keys(row).map((_, index) => `$${index + 1}`)
  return [
    `insert into public.banners (${Object.keys(row).join(', ')}) values (${places}) returning *`,
    Object.values(row),
  ]
}
const tryInsert = (facts: Record<string, unknown> = {}, person: string | null = cast.chief) =>
  asPerson(db, person, ...insertOf(facts))

/** Writes as the chief, and commits. */
const asChief = (sql: string, values: unknown[] = []) =>
  db.database.as(identityOf(cast.chief), async (tx) => (await tx.query(sql, values)).rows)
const write = async (facts: Record<string, unknown> = {}) => {
  const [row] = await asChief(...insertOf(facts))
  return row as { id: string; author_id: string; starts_at: Date; ends_at: Date; shown_until: Date }
}
const change = (id: string, sql: string) =>
  asPerson(db, cast.chief, `update public.banners set ${sql} where id = $1 returning *`, [id])
/** Moves the times of a banner, as if they had been written earlier. */
const move = (id: string, sql: string) =>
  withoutTriggers(db.owner, (client) => client.query(`update public.banners set ${sql} where id = $1`, [id]))

/** Adds banners that are shown, past the guard. */
const fill = (count: number) =>
  withoutTriggers(db.owner, (client) =>
    client.query(
      `insert into public.banners (title, tone, audience, starts_at, ends_at)
       select 'Line', 'warning', 'everyone', now(), now() + interval '1 day' from generate_series(1, $1)`,
      [count],
    ),
  )

test('only chiefs write and read banners; others learn nothing of those that are planned', async () => {
  const { id, author_id: author } = await write({ starts_at: '2099-01-01', ends_at: '2099-01-02' })
  expect(author).toBe(cast.chief)
  for (const name of ['customer', 'vendor', 'manager', 'coordinator', 'administrator', 'supervisor'] as const) {
    // Without returning the row, which the right to read would refuse.
    const [sql, values] = insertOf({})
    const insert = await asPerson(db, cast[name], sql.replace(' returning *', ''), values)
    expect([name, insert.errorCode]).toEqual([name, '42501'])
    const read = await asPerson(db, cast[name], 'select title from public.banners')
    expect([name, read.count, read.errorCode]).toEqual([name, 0, null])
    const update = await asPerson(db, cast[name], `update public.banners set title = 'Mine'`)
    expect([name, update.count, update.errorCode]).toEqual([name, 0, null])
  }
  expect((await asPerson(db, null, 'select title from public.banners')).errorCode).toBe('42501')
  expect((await tryInsert({}, null)).errorCode).toBe('42501')
  expect((await asPerson(db, cast.chief, 'delete from public.banners where id = $1', [id])).errorCode).toBe('42501')
})

test('nobody writes as somebody else, or writes an end that has happened', async () => {
  for (const column of ['author_id', 'ended_at', 'created_at'])
    expect((await tryInsert({ [column]: null })).errorCode).toBe('42501')
})

test.each<[string, Record<string, unknown>, string]>([
  ['a text of two characters', { title: 'No' }, '23514'],
  ['spaces as text', { title: '      ' }, '23514'],
  ['161 characters', { title: 'a'.repeat(161) }, '23514'],
  ['two lines', { title: 'One\ntwo' }, '23514'],
  ['161 characters of Hausa', { title_ha: 'a'.repeat(161) }, '23514'],
  ['a phone number', { title: 'Call 0803-123 4567 now' }, 'PT400'],
  ['a phone number in Igbo', { title_ig: 'Kpọọ +2348031234567' }, 'PT400'],
  ['an e-mail address', { title_pcm: 'Write ada@shop.ng' }, 'PT400'],
  ['a link to another site', { link_path: 'https://example.com' }, '23514'],
  ['a link to another host', { link_path: '//example.com' }, '23514'],
  ['a link with a backslash', { link_path: '/\\example.com' }, '23514'],
  ['a link whose first slashes a mark parts', { link_path: '/\u202e/example.com' }, '23514'],
  ['a link with a tab', { link_path: '/\t/example.com' }, '23514'],
  ['a link that climbs', { link_path: '/faq/%2e%2e/chief' }, '23514'],
  ['another tone', { tone: 'danger' }, '23514'],
  ['another audience', { audience: 'chiefs' }, '23514'],
  ['a state without its audience', { state: 'Lagos' }, '23514'],
  ['an audience without its state', { audience: 'state' }, '23514'],
  ['an unknown state', { audience: 'state', state: 'Ghana' }, '23503'],
  ['an end before its start', { starts_at: '2099-01-02', ends_at: '2099-01-01' }, 'PT400'],
  ['an end in the past', { starts_at: '2026-01-01', ends_at: '2026-01-02' }, 'PT400'],
  ['more than 60 days', { starts_at: '2099-01-01', ends_at: '2099-03-02 00:00:01' }, 'PT400'],
  ['no end', { ends_at: 'infinity' }, 'PT400'],
  ['a year that no page can show', { starts_at: '12026-01-01', ends_at: '12026-01-02' }, '23514'],
])('a banner with %s is refused', async (_, facts, code) => {
  expect((await tryInsert(facts)).errorCode).toBe(code)
})

test('direction marks are removed, and a start in the past means now', async () => {
  const { rows } = await tryInsert({ title: 'Mile\u202e 12\u2069 road', starts_at: '2020-01-01' })
  expect(rows[0]?.title).toBe('Mile 12 road')
  expect(Date.now() - Number(rows[0]?.starts_at)).toBeLessThan(60_000)
  expect((await tryInsert({ starts_at: '2099-01-01', ends_at: '2099-03-02' })).errorCode).toBeNull()
})

describe('a banner that is shown or planned', () => {
  test('can be changed, but not begin again', async () => {
    const { id, starts_at: start } = await write()
    const changed = await change(
      id,
      `title = 'It is dry again', starts_at = '2099-01-01', ends_at = now() + interval '3 days'`,
    )
    expect(changed.rows[0]).toMatchObject({ title: 'It is dry again', starts_at: start })
    const planned = await write({ starts_at: '2099-01-01', ends_at: '2099-01-02' })
    expect((await change(planned.id, `starts_at = '2098-12-31'`)).rows[0]?.starts_at).toEqual(new Date('2098-12-31'))
  })

  test('is not changed to what could not be written', async () => {
    const { id } = await write()
    for (const sql of [
      `title = '08031234567'`,
      `ends_at = now() - interval '1 minute'`,
      `ends_at = now() + interval '61 days'`,
    ])
      expect([sql, (await change(id, sql)).errorCode]).toEqual([sql, 'PT400'])
    await move(id, `starts_at = now() - interval '2 days'`)
    expect((await change(id, `ends_at = now() - interval '1 day'`)).errorCode).toBe('PT400')
  })

  test('ends by the clock of the database, with the words that it has', async () => {
    const { id } = await write()
    const { rows } = await change(id, `ended_at = '2020-01-01'`)
    expect(Math.abs(Date.now() - Number(rows[0]?.ended_at))).toBeLessThan(60_000)
    expect(rows[0]?.shown_until).toEqual(rows[0]?.ended_at)
    expect((await change(id, `ended_at = now(), title = '08031234567'`)).errorCode).toBe('PT400')
    expect((await change(id, `ended_at = now(), audience = 'shops'`)).errorCode).toBe('PT400')
  })

  test('is one of at most 50', async () => {
    await fill(50)
    expect((await tryInsert()).errorCode).toBe('PT409')
    await withoutTriggers(db.owner, (client) =>
      client.query('update public.banners set ended_at = now() where id = (select id from public.banners limit 1)'),
    )
    expect((await tryInsert()).errorCode).toBeNull()
  })

  test('that was ended counts as one of them again', async () => {
    const { id } = await write()
    await asChief('update public.banners set ended_at = now() where id = $1', [id])
    await fill(49)
    expect((await change(id, 'ended_at = null')).errorCode).toBeNull()
    await fill(1)
    expect((await change(id, 'ended_at = null')).errorCode).toBe('PT409')
  })
})

describe('a banner that has ended', () => {
  test('by its time is not changed, ended or shown again', async () => {
    const { id } = await write()
    await move(id, `starts_at = now() - interval '2 days', ends_at = now() - interval '1 second'`)
    for (const sql of [`title = 'Again'`, `ends_at = now() + interval '1 day'`, 'ended_at = now()', 'ended_at = null'])
      expect([sql, (await change(id, sql)).errorCode]).toEqual([sql, 'PT409'])
  })

  test('by hand is shown again within a minute, as it was', async () => {
    const { id } = await write()
    await asChief('update public.banners set ended_at = now() where id = $1', [id])
    for (const sql of [`title = 'Again'`, `ended_at = null, title = 'Other words'`, 'ended_at = now()'])
      expect([sql, (await change(id, sql)).errorCode]).toEqual([sql, 'PT409'])
    expect((await change(id, 'ended_at = null')).rows[0]).toMatchObject({ ended_at: null })
    await move(id, `ended_at = now() - interval '59 seconds'`)
    expect((await change(id, 'ended_at = null')).errorCode).toBeNull()
    await move(id, `ended_at = now() - interval '61 seconds'`)
    expect((await change(id, 'ended_at = null')).errorCode).toBe('PT409')
    await move(
      id,
      `starts_at = now() - interval '1 day', ends_at = now() - interval '1 second', ended_at = now() - interval '2 seconds'`,
    )
    expect((await change(id, 'ended_at = null')).errorCode).toBe('PT409')
  })
})

test('the audit log tells who wrote, changed and ended it', async () => {
  const { id } = await write()
  await asChief(`update public.banners set title = 'It is dry again' where id = $1`, [id])
  await asChief('update public.banners set ended_at = now() where id = $1', [id])
  const { rows } = await db.owner.query(
    'select action, actor_id, subject_name from public.audit_log where subject_id = $1 order by id',
    [id],
  )
  const act = (action: string, name: string) => ({ action, actor_id: cast.chief, subject_name: name })
  expect(rows).toEqual([
    act('banner.add', 'The Mile 12 road is flooded'),
    act('banner.change', 'It is dry again'),
    act('banner.change', 'It is dry again'),
  ])
})
