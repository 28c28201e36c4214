import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICE } from '#platform/postgres/database.ts'
import { createTestDatabase, identityOf, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  await db.owner.query("insert into storage.buckets (id) values ('by-hand'), ('by-hand-too')")
})
afterAll(() => db.drop())

async function file(bucket: string, name: string): Promise<void> {
  await db.owner.query(
    `insert into storage.objects (bucket_id, name, owner, blob, metadata)
     values ($1, $2, $3, replace(gen_random_uuid()::text, '-', ''), '{"mimetype": "image/jpeg"}')`,
    [bucket, name, cast.vendor],
  )
}

const MOVE = 'update storage.objects set bucket_id = $3, name = $4 where bucket_id = $1 and name = $2'

test('a shop gives none of its pictures another name, though it may replace them', async () => {
  const name = `${cast.vendor}/a.jpg`
  await file('pictures', name)
  const asVendor = (sql: string, values: unknown[]) =>
    db.database.as(identityOf(cast.vendor), (tx) => tx.query(sql, values))
  await expect(asVendor(MOVE, ['pictures', name, 'pictures', `${cast.vendor}/b.jpg`])).rejects.toMatchObject({
    code: 'PT403',
  })
  const replaced = await asVendor("update storage.objects set metadata = '{}' where name = $1", [name])
  expect(replaced.rowCount).toBe(1)
})

test.each(['deliveries', 'evidence', 'hand-over-photos', 'pictures'])(
  'the secret key moves nothing out of or into %s',
  async (bucket) => {
    await file(bucket, 'x/out.jpg')
    await file('by-hand', `${bucket}.jpg`)
    const move = (...values: string[]) => db.database.as(SERVICE, (tx) => tx.query(MOVE, values))
    await expect(move(bucket, 'x/out.jpg', 'by-hand', 'out.jpg')).rejects.toMatchObject({ code: 'PT403' })
    await expect(move('by-hand', `${bucket}.jpg`, bucket, 'in.jpg')).rejects.toMatchObject({ code: 'PT403' })
    expect((await move('by-hand', `${bucket}.jpg`, 'by-hand-too', `${bucket}.jpg`)).rowCount).toBe(1)
  },
)
