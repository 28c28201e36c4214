import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, identityOf, type TestDatabase } from '#platform/postgres/testing.ts'
import { withoutTriggers } from '../setup/as-owner.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
let helper: string
let rider: string
let [active, draft] = ['', '']
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  ;[helper, rider] = [cast.other, cast.customer]
  active = cast.ids.activeId ?? ''
  draft = cast.ids.draftId ?? ''
  await db.owner.query(
    `insert into public.memberships (person_id, vendor_id, duty) select p.id, v.id, p.duty from public.vendors v,
       (values ($2::uuid, 'hand-over'), ($3, 'delivery')) p (id, duty) where v.owner_id = $1`,
    [cast.vendor, helper, rider],
  )
})
afterAll(() => db.drop())
beforeEach(() => db.owner.query('delete from storage.objects'))

async function file(name: string, owner = cast.vendor): Promise<string> {
  const path = `${owner}/${name}`
  await db.owner.query(
    `insert into storage.objects (bucket_id, name, owner, blob, metadata)
     values ('pictures', $1, $2, replace(gen_random_uuid()::text, '-', ''), '{"colour": "8a6b3c"}')`,
    [path, owner],
  )
  return path
}
const as = (person: string, sql: string, values: unknown[]) =>
  db.database.as(identityOf(person), async (tx) => (await tx.query(sql, values)).rows)
const arrangeThem = (wanted: string[], { seen = [] as string[], captions = [] as string[], by = cast.vendor } = {}) =>
  as(by, 'select public.arrange_buy_pictures($1, $2, $3, $4)', [active, wanted, captions, seen])
const stored = async () =>
  (
    await db.owner.query(
      'select path, caption from public.buy_pictures where group_buy_id = $1 order by position, created_at, id',
      [active],
    )
  ).rows
const paths = async () => (await stored()).map(({ path }) => path)
const add = (path: string, buy = active) =>
  `insert into public.buy_pictures (group_buy_id, path) values ('${buy}', '${path}') returning id`
const setStatus = (status: string) =>
  withoutTriggers(db.owner, (client) =>
    client.query('update public.group_buys set status = $1 where id = $2', [status, active]),
  )
const hideAll = () =>
  db.owner.query(`update public.buy_pictures set hidden_at = now(), hide_reason = 'It shows other goods'`)

describe('who writes', () => {
  test('the vendor, for a draft and an open buy, and a person with the duty "hand-over", for an open one', async () => {
    expect((await asPerson(db, cast.vendor, add(await file('a.jpg')))).errorCode).toBeNull()
    expect((await asPerson(db, cast.vendor, add(await file('b.jpg'), draft))).errorCode).toBeNull()
    expect((await asPerson(db, helper, add(await file('c.jpg', helper)))).errorCode).toBeNull()
    expect((await asPerson(db, helper, add(await file('d.jpg', helper), draft))).errorCode).toBe('42501')
  })

  test('no one else adds, changes or removes any', async () => {
    const path = await file('a.jpg')
    await arrangeThem([path])
    const others = [null, rider, cast.rival, cast.manager, cast.coordinator, cast.chief, cast.administrator]
    for (const person of others) {
      const own = await file(`${person}.jpg`, person ?? cast.vendor)
      expect((await asPerson(db, person, add(own))).errorCode, `${person}`).toBe('42501')
      for (const act of [`update public.buy_pictures set caption = 'Mine'`, 'delete from public.buy_pictures']) {
        const answer = await asPerson(db, person, act)
        expect(answer.errorCode === '42501' || answer.count === 0, `${person}: ${act}`).toBe(true)
      }
      const call = `select public.arrange_buy_pictures('${active}', '{}', '{}', '{${path}}')`
      expect(['PT404', '42501']).toContain((await asPerson(db, person, call)).errorCode)
    }
    expect(await paths()).toEqual([path])
  })

  test('a photograph is an existing file of the writer’s own folder, and its address is not the writer’s', async () => {
    expect((await asPerson(db, cast.vendor, add(await file('x.jpg', cast.rival)))).errorCode).toBe('42501')
    expect((await asPerson(db, cast.vendor, add(`${cast.vendor}/none.jpg`))).errorCode).toMatch(/^23/)
    expect((await asPerson(db, cast.vendor, add(`${cast.vendor}/../x`))).errorCode).toMatch(/^23/)
    const path = await file('a.jpg')
    for (const column of ['url', 'hidden_at', 'created_at'])
      expect(
        (
          await asPerson(
            db,
            cast.vendor,
            `insert into public.buy_pictures (group_buy_id, path, ${column}) values ('${active}', '${path}', null)`,
          )
        ).errorCode,
      ).toBe('42501')
  })

  test('people with the duty "hand-over" store pictures, riders do not', async () => {
    const store = (person: string) =>
      asPerson(
        db,
        person,
        `insert into storage.objects (bucket_id, name, owner, blob, metadata)
         values ('pictures', '${person}/a.jpg', '${person}', '${'a'.repeat(32)}', '{}')`,
      )
    expect((await store(helper)).errorCode).toBeNull()
    expect((await store(rider)).errorCode).toBe('42501')
  })

  test('nobody any more once the buy has closed', async () => {
    const path = await file('a.jpg')
    await arrangeThem([path])
    const closed = (sql: string) =>
      asPerson(db, cast.vendor, sql).then(({ errorCode, count }) => errorCode ?? (count === 0 ? 'none' : 'done'))
    await setStatus('closed')
    try {
      expect(await closed(add(await file('b.jpg')))).toBe('42501')
      expect(await closed(`update public.buy_pictures set caption = 'Better ones'`)).toBe('none')
      expect(await closed('delete from public.buy_pictures')).toBe('none')
      expect(await closed(`select public.arrange_buy_pictures('${active}', '{}', '{}', '{${path}}')`)).toBe('PT404')
    } finally {
      await setStatus('active')
    }
  })
})

describe('who reads', () => {
  const readBy = async (person: string | null) =>
    (await asPerson(db, person, 'select url from public.buy_pictures')).rows.length

  test('everyone those of published buys, and of a draft its shop and its overseers', async () => {
    await db.owner.query(add(await file('a.jpg')))
    await db.owner.query(add(await file('b.jpg'), draft))
    for (const person of [null, cast.customer, cast.rival, cast.administrator]) expect(await readBy(person)).toBe(1)
    for (const person of [cast.vendor, cast.manager, cast.chief]) expect(await readBy(person)).toBe(2)
  })

  test('a hidden one is read by its shop, with the reason, and listed for staff; it cannot be put back', async () => {
    const path = await file('a.jpg')
    await arrangeThem([path])
    await hideAll()
    for (const person of [null, cast.customer, cast.rival]) expect(await readBy(person)).toBe(0)
    const own = await asPerson(db, cast.vendor, 'select hide_reason from public.buy_pictures')
    expect(own.rows).toEqual([{ hide_reason: 'It shows other goods' }])
    const judged = async (person: string) =>
      (await asPerson(db, person, 'select id from public.judged_buy_pictures')).rows.length
    for (const person of [cast.manager, cast.chief, cast.administrator]) expect(await judged(person)).toBe(1)
    for (const person of [cast.vendor, cast.customer]) expect(await judged(person)).toBe(0)
    await arrangeThem([], { seen: [path] })
    await arrangeThem([path])
    expect((await asPerson(db, cast.vendor, 'delete from public.buy_pictures')).count).toBe(0)
    expect(await readBy(null)).toBe(0)
    const sneaky = await asPerson(db, cast.vendor, 'update public.buy_pictures set hidden_at = null')
    expect(sneaky.errorCode).toBe('42501')
  })
})

describe('at once', () => {
  test('six of ten photographs are accepted', async () => {
    const files = await Promise.all(Array.from({ length: 10 }, (_, index) => file(`${index}.jpg`)))
    const answers = await Promise.allSettled(files.map((path) => as(cast.vendor, add(path), [])))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
    expect(await paths()).toHaveLength(6)
  })

  test('vendor and staff add photographs in two forms without losing any; repeating a request changes nothing', async () => {
    const [a, b, c] = [await file('a.jpg'), await file('b.jpg'), await file('c.jpg', helper)]
    await arrangeThem([a], { captions: ['The sacks'] })
    await Promise.all([
      arrangeThem([a, b], { seen: [a], captions: ['The sacks', 'The scale'] }),
      arrangeThem([a, c], { seen: [a], captions: ['The sacks'], by: helper }),
      arrangeThem([a, b], { seen: [a], captions: ['The sacks', 'The scale'] }),
    ])
    expect((await paths()).sort()).toEqual([a, b, c].sort())
    expect((await stored()).find(({ path }) => path === b)?.caption).toBe('The scale')
    await arrangeThem([c, a], { seen: [a, b, c], captions: ['Fresh', 'Sacks'] })
    expect(await stored()).toEqual([
      { path: c, caption: 'Fresh' },
      { path: a, caption: 'Sacks' },
    ])
    await db.owner.query('delete from storage.objects where name = $1', [c])
    expect(await paths()).toEqual([a])
  })
})
