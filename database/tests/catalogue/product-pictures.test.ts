import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, identityOf, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { arrange, asPerson } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
let product: string
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())
beforeEach(async () => {
  await db.owner.query('delete from storage.objects')
  const { rows } = await db.owner.query(
    `insert into public.products (vendor_id, name, category, base_price, unit, image_url)
     select id, 'Rice', 'grains', 3000, 'bag', '/basins/rice.svg' from public.vendors where owner_id = $1 returning id`,
    [cast.vendor],
  )
  product = rows[0].id
})

const COLOUR = '8a6b3c'
/** Stores a file of a person. Returns its path. */
async function file(name: string, owner = cast.vendor): Promise<string> {
  const path = `${owner}/${name}`
  await db.owner.query(
    `insert into storage.objects (bucket_id, name, owner, blob, metadata)
     values ('pictures', $1, $2, replace(gen_random_uuid()::text, '-', ''), jsonb_build_object('colour', $3::text))`,
    [path, owner, COLOUR],
  )
  return path
}
const urlOf = (path: string) => `/storage/v1/object/public/pictures/${path}#${COLOUR}`
const as = <Row extends object>(person: string, sql: string, values: unknown[]) =>
  db.database.as(identityOf(person), async (tx) => {
    const { rows } = await tx.query(sql, values)
    return rows as Row[]
  })
const arrangeThem = (wanted: string[], seen: string[] = [], person = cast.vendor) =>
  as(person, 'select public.arrange_product_pictures($1, $2, $3)', [product, wanted, seen])
const shown = async () => {
  const { rows } = await db.owner.query('select image_url, drawn_url from public.products where id = $1', [product])
  return rows[0]
}
const paths = async () => {
  const { rows } = await db.owner.query(
    'select path from public.product_pictures where product_id = $1 order by position, created_at, id',
    [product],
  )
  return rows.map(({ path }) => path)
}

describe('the card’s picture', () => {
  test('is the first photograph, and the drawn one where there is none', async () => {
    const [a, b] = [await file('a.jpg'), await file('b.jpg')]
    await arrangeThem([a, b])
    expect(await shown()).toEqual({ image_url: urlOf(a), drawn_url: '/basins/rice.svg' })
    await arrangeThem([b, a], [a, b])
    expect((await shown()).image_url).toBe(urlOf(b))
    await arrangeThem([a], [a, b])
    expect((await shown()).image_url).toBe(urlOf(a))
    await db.owner.query('delete from storage.objects where name = $1', [a])
    expect(await shown()).toEqual({ image_url: '/basins/rice.svg', drawn_url: '/basins/rice.svg' })
  })

  test('remains the photograph while another drawing is chosen', async () => {
    const a = await file('a.jpg')
    await arrangeThem([a])
    const write = (url: string | null) =>
      as(cast.vendor, 'update public.products set image_url = $2 where id = $1', [product, url])
    await write('/basins/ofada-rice.svg')
    expect(await shown()).toEqual({ image_url: urlOf(a), drawn_url: '/basins/ofada-rice.svg' })
    await write(urlOf(a))
    expect((await shown()).drawn_url).toBe('/basins/ofada-rice.svg')
    await write(null)
    await arrangeThem([], [a])
    expect(await shown()).toEqual({ image_url: null, drawn_url: null })
  })

  test('is not touched by a sale', async () => {
    const a = await file('a.jpg')
    await arrangeThem([a])
    await db.owner.query('update public.products set available_quantity = 3 where id = $1', [product])
    expect((await shown()).image_url).toBe(urlOf(a))
  })
})

describe('rights', () => {
  const add = (path: string) =>
    `insert into public.product_pictures (product_id, path) values ('${product}', '${path}') returning id`

  test('the owning vendor writes, and pictures of products on sale are public', async () => {
    const path = await file('a.jpg')
    expect((await asPerson(db, cast.vendor, add(path))).errorCode).toBeNull()
    await arrangeThem([path])
    for (const person of [null, cast.customer, cast.rival, cast.manager, cast.chief, cast.administrator]) {
      const read = await asPerson(db, person, 'select url from public.product_pictures')
      expect(read.rows).toEqual([{ url: urlOf(path) }])
    }
  })

  test('no other user adds, orders or removes', async () => {
    const [path, another] = [await file('a.jpg'), await file('b.jpg')]
    await arrangeThem([path])
    const others = [null, cast.customer, cast.rival, cast.manager, cast.coordinator, cast.chief, cast.administrator]
    for (const person of others) {
      expect((await asPerson(db, person, add(another))).errorCode).toBe('42501')
      for (const act of ['update public.product_pictures set position = 9', 'delete from public.product_pictures']) {
        const answer = await asPerson(db, person, act)
        expect(answer.errorCode === '42501' || answer.count === 0, `${person}: ${act}`).toBe(true)
      }
      const call = `select public.arrange_product_pictures('${product}', '{}', '{${path}}')`
      expect(['PT404', '42501']).toContain((await asPerson(db, person, call)).errorCode)
    }
    expect(await paths()).toEqual([path])
  })

  test('a vendor shows only existing files of their own folder', async () => {
    const foreign = await file('x.jpg', cast.rival)
    expect((await asPerson(db, cast.vendor, add(foreign))).errorCode).toBe('42501')
    expect((await asPerson(db, cast.vendor, add(`${cast.vendor}/none.jpg`))).errorCode).toMatch(/^23/)
    expect((await asPerson(db, cast.vendor, add(`${cast.vendor}/../x`))).errorCode).toMatch(/^23/)
    const path = await file('a.jpg')
    const notified = `insert into public.product_pictures (product_id, path, url) values ('${product}', '${path}', '/x')`
    expect((await asPerson(db, cast.vendor, notified)).errorCode).toBe('42501')
  })

  test('pictures of products that are not on sale are not readable', async () => {
    await arrangeThem([await file('a.jpg')])
    await db.owner.query('update public.products set archived_at = now() where id = $1', [product])
    expect((await asPerson(db, null, 'select url from public.product_pictures')).rows).toEqual([])
  })

  test('applicants store pictures for their products, and customers do not', async () => {
    const store = (person: string) =>
      asPerson(
        db,
        person,
        `insert into storage.objects (bucket_id, name, owner, blob, metadata)
         values ('pictures', '${person}/a.jpg', '${person}', '${'a'.repeat(32)}', '{}')`,
      )
    const roles = { customer: '42501', vendor: null, administrator: null, supervisor: null, chief: '42501' } as const
    for (const [role, refused] of Object.entries(roles))
      expect((await store(cast[role as keyof typeof roles])).errorCode, role).toBe(refused)
    await queryWithCause(
      db.owner,
      'buyer',
      `insert into public.vendors (owner_id, business_name, location, state) values ($1, 'Hopeful', 'Ibadan', 'Oyo')`,
      [cast.other],
    )
    expect((await store(cast.other)).errorCode).toBeNull()
  })
})

describe('at once', () => {
  test('six of ten pictures are accepted', async () => {
    const files = await Promise.all(Array.from({ length: 10 }, (_, index) => file(`${index}.jpg`)))
    const answers = await Promise.allSettled(
      files.map((path) =>
        as(cast.vendor, 'insert into public.product_pictures (product_id, path) values ($1, $2)', [product, path]),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
    const { rows } = await db.owner.query('select position from public.product_pictures where product_id = $1', [
      product,
    ])
    expect(rows.map(({ position }) => position).sort()).toEqual([1, 2, 3, 4, 5, 6])
    expect((await shown()).image_url).toBe(urlOf((await paths())[0]))
  })

  test('two forms add pictures without losing any; repeating a request changes nothing', async () => {
    const [a, b, c] = [await file('a.jpg'), await file('b.jpg'), await file('c.jpg')]
    await arrangeThem([a])
    await Promise.all([arrangeThem([a, b], [a]), arrangeThem([a, c], [a]), arrangeThem([a, b], [a])])
    expect((await paths()).sort()).toEqual([a, b, c])
    expect((await shown()).image_url).toBe(urlOf(a))
  })

  test('thirty concurrent reorderings result in one of them, with the matching card picture', async () => {
    const files = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => file(`${name}.jpg`)))
    await arrangeThem(files)
    const wanted = Array.from({ length: 30 }, (_, turn) => [...files.slice(turn % 6), ...files.slice(0, turn % 6)])
    await Promise.all(wanted.map((order) => arrangeThem(order, files)))
    const left = await paths()
    expect(wanted).toContainEqual(left)
    expect((await shown()).image_url).toBe(urlOf(left[0]))
  })
})
