import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '#platform/postgres/database.ts'
import { identityOf } from '#platform/postgres/testing.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { deleteOldImports } from './delete-old-imports.ts'
import { importProducts } from './import-products.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const HEADER = 'Code,Name,Description,Category,Unit,Base price,Available quantity,Minimum quantity,Weight in kg'
const file = (rows: readonly string[], header = HEADER) => gzipSync([header, ...rows].join('\r\n')).toString('base64')
const prepare = (as: string, rows: readonly string[], header = HEADER) =>
  market.call('prepare-product-import', { file_name: 'list.csv', file: file(rows, header) }, { as })
const start = (as: string, import_id: unknown) => market.call('start-product-import', { import_id }, { as })
async function importAll(as: string, rows: readonly string[]) {
  const { body } = await prepare(as, rows)
  expect((await start(as, body.import_id)).status).toBe(200)
  await importProducts(market.db.database, { import_id: body.import_id })
  return outcomes(body.import_id)
}
const outcomes = async (id: string) =>
  Object.fromEntries(
    (
      await market.db.owner.query(
        `select coalesce(outcome, 'left') as outcome, count(*)::integer as n from public.product_import_rows
         where import_id = $1 and draft is not null group by 1`,
        [id],
      )
    ).rows.map(({ outcome, n }) => [outcome, n]),
  )
const productsOf = async (vendorId: string) =>
  (
    await market.db.owner.query(
      'select code, name, unit, base_price, available_quantity from public.products where vendor_id = $1 order by lower(code), name',
      [vendorId],
    )
  ).rows

/** One in 25 is faulty. */
const ROWS = inject('trialsAreWhole') ? 1_000 : 250
const GOOD_ROWS = (ROWS * 24) / 25

test('many rows with faulty ones, killed half-way and run again, are written once each', async () => {
  const { vendorId, ownerId: as } = await market.shop()
  const rows = Array.from({ length: ROWS }, (_, at) =>
    at % 25 === 0
      ? `C${at},Rice ${at},,grains,bag,free,-1,1,50`
      : `C${at},"Rice ${at}, ""new""",Stone-free,Grains,bag,"50,000.50",${at},1,50`,
  )
  const { status, body } = await prepare(as, rows)
  expect({ status, ...body }).toMatchObject({ status: 200, row_count: ROWS, fault_count: ROWS / 25 })
  const faulty = await market.row(
    'select row_number, errors from public.product_import_rows where import_id = $1 and draft is null order by 1 limit 1',
    [body.import_id],
  )
  expect(faulty).toMatchObject({
    row_number: 2,
    errors: { base_price: expect.stringContaining('Price must be'), available_quantity: expect.any(String) },
  })
  expect(await productsOf(vendorId)).toEqual([])
  await start(as, body.import_id)

  // Dies in the middle of a batch, after its rows were written and before they are committed.
  let batches = 0
  const dying: Pick<Database, 'as'> = {
    as: (identity, work, ...rest) =>
      market.db.database.as(
        identity,
        async (...args) => {
          const result = await work(...args)
          batches += 1
          if (batches === 3) throw new Error('killed')
          return result
        },
        ...rest,
      ),
  }
  await expect(importProducts(dying, { import_id: body.import_id })).rejects.toThrow('killed')
  const half = (await productsOf(vendorId)).length
  expect(half).toBe(2 * 50)
  expect((await outcomes(body.import_id)).added).toBe(half)

  await Promise.all([1, 2].map(() => importProducts(market.db.database, { import_id: body.import_id })))
  expect(await outcomes(body.import_id)).toEqual({ added: GOOD_ROWS })
  const written = await productsOf(vendorId)
  expect(written).toHaveLength(GOOD_ROWS)
  expect(new Set(written.map(({ code }) => code)).size).toBe(GOOD_ROWS)
  expect(written[0]).toMatchObject({ name: 'Rice 1, "new"', base_price: '50000.50', available_quantity: 1 })
  expect(await market.row('select status from public.product_imports where id = $1', [body.import_id])).toEqual({
    status: 'done',
  })

  // The same file again, after a sale: nothing is written twice, and the units sold stay sold.
  await market.db.owner.query(`update public.products set available_quantity = 0 where code = 'C1'`)
  expect(await importAll(as, rows)).toEqual({ skipped: GOOD_ROWS })
  expect((await productsOf(vendorId))[0]).toMatchObject({ available_quantity: 0 })
})

test('a row means the product with its code, or with its name and unit', async () => {
  const { vendorId, ownerId: as } = await market.shop()
  expect(await importAll(as, ['A1,Beans,,grains,bag,5000,3,1,', ',Yam,,vegetables,tuber,900,7,1,'])).toEqual({
    added: 2,
  })
  // A new name under the same code, a code for a product that had none, and another code for the same name.
  expect(
    await importAll(as, [
      'a1,Brown beans,,grains,bag,5000,3,1,',
      'Y1,YAM,,vegetables,tuber,900,7,1,',
      'Y2,Yam,,vegetables,tuber,800,1,1,',
    ]),
  ).toEqual({ updated: 2, added: 1 })
  expect((await productsOf(vendorId)).map(({ code, name }) => [code, name])).toEqual([
    ['a1', 'Brown beans'],
    ['Y1', 'YAM'],
    ['Y2', 'Yam'],
  ])
  const both = await prepare(as, [',Yam,,vegetables,tuber,700,1,1,'])
  await start(as, both.body.import_id)
  await importProducts(market.db.database, { import_id: both.body.import_id })
  expect(await outcomes(both.body.import_id)).toEqual({ refused: 1 })
  await market.db.owner.query(`update public.products set archived_at = now() where code = 'a1'`)
  expect(await importAll(as, ['A1,Beans,,grains,bag,6000,3,1,'])).toEqual({ refused: 1 })
})

test('rows state the weights of goods by weight, both or none; a file without these columns leaves them', async () => {
  const { vendorId, ownerId: as } = await market.shop()
  const header = `${HEADER},Least weight in kg,Most weight in kg`
  const importRows = async (rows: readonly string[], columns = header) => {
    const { body } = await prepare(as, rows, columns)
    await start(as, body.import_id)
    await importProducts(market.db.database, { import_id: body.import_id })
    return { faults: body.fault_count, ...(await outcomes(body.import_id)) }
  }
  const weights = () =>
    market.row(
      `select base_price::integer as price, least_kg_per_unit::float as least, most_kg_per_unit::float as most from public.products where vendor_id = $1`,
      [vendorId],
    )
  const faulty = [
    'F1,Catfish,,seafood,piece,900,3,1,,1,',
    'F2,Fish,,seafood,kg,900,3,1,,1,2',
    'F3,Fish,,seafood,piece,9,3,1,,1,9',
  ]
  expect(await importRows(['Y1,Yam,,vegetables,tuber,9000,7,1,,3,5', ...faulty])).toEqual({ faults: 3, added: 1 })
  expect(await weights()).toEqual({ price: 9000, least: 3, most: 5 })
  expect(await importRows(['Y1,Yam,,vegetables,tuber,9500,7,1,'], HEADER)).toEqual({ faults: 0, updated: 1 })
  expect(await weights()).toEqual({ price: 9500, least: 3, most: 5 })
  expect(await importRows(['Y1,Yam,,vegetables,tuber,9500,7,1,,2.5,5'])).toEqual({ faults: 0, updated: 1 })
  expect(await weights()).toMatchObject({ least: 2.5 })
  expect(await importRows(['Y1,Yam,,vegetables,tuber,9500,7,1,,,'])).toEqual({ faults: 0, updated: 1 })
  expect(await weights()).toMatchObject({ least: null, most: null })
})

test('rows that repeat each other, and files that are none, are refused with a reason', async () => {
  const { ownerId: as } = await market.shop()
  const { body } = await prepare(as, [
    'A,Beans,,grains,bag,5000,3,1,',
    'a,Rice,,grains,bag,5000,3,1,',
    '',
    ',Yam,,tubers,kg,1,1,9,',
  ])
  expect(body).toMatchObject({ row_count: 3, fault_count: 2 })
  const { rows } = await market.db.owner.query(
    'select row_number, errors from public.product_import_rows where import_id = $1 and draft is null order by 1',
    [body.import_id],
  )
  expect(rows).toEqual([
    { row_number: 3, errors: { row: 'Row 2 has the same code.' } },
    { row_number: 5, errors: { category: 'Please choose a category.' } },
  ])
  expect((await prepare(as, ['x'], 'Name,Price')).body.message).toContain('Missing: Category, Unit, Base price')
  expect((await prepare(as, [])).body.message).toContain('no products')
  const bomb = gzipSync(Buffer.alloc(50_000_000, 'a')).toString('base64')
  for (const bad of [bomb, Buffer.from('PK\u0003\u0004nothing').toString('base64'), Buffer.alloc(9).toString('base64')])
    expect((await market.call('prepare-product-import', { file_name: 'x', file: bad }, { as })).status).toBe(400)
  expect((await market.call('prepare-product-import', { file_name: 'x', file: 'no base64' }, { as })).status).toBe(400)
})

test('other vendors see and start nothing, and an import runs once', async () => {
  const { vendorId, ownerId: as } = await market.shop()
  const rival = await market.shop()
  const { body } = await prepare(as, ['A,Beans,,grains,bag,5000,3,1,'])
  const second = await prepare(as, ['B,Rice,,grains,bag,5000,3,1,'])
  expect((await start(rival.ownerId, body.import_id)).status).toBe(404)
  const read = (person: string) =>
    market.db.database.as(identityOf(person), (tx) => tx.query('select row_number from public.product_import_rows'))
  expect((await read(rival.ownerId)).rows).toEqual([])
  expect((await read(as)).rows).toHaveLength(2)
  const answers = await Promise.all([body.import_id, second.body.import_id].map((id) => start(as, id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await start(as, body.import_id)).status).toBe(409)
  await market.db.owner.query(`update public.vendors set status = 'suspended' where id = $1`, [vendorId])
  const { id } = await market.row<{ id: string }>(
    `select id from public.product_imports where status = 'running' and vendor_id = $1`,
    [vendorId],
  )
  await importProducts(market.db.database, { import_id: id })
  expect(await outcomes(id)).toEqual({ refused: 1 })
  expect(await productsOf(vendorId)).toEqual([])
})

test('an import that was never started goes after a day, and a finished one after 90 days', async () => {
  const { ownerId: as } = await market.shop()
  const [checked, fresh, done] = await Promise.all(
    ['A', 'B', 'C'].map(async (code) => (await prepare(as, [`${code},Beans,,grains,bag,5000,3,1,`])).body.import_id),
  )
  await start(as, done)
  await importProducts(market.db.database, { import_id: done })
  const left = async () => {
    await deleteOldImports(market.db.database)
    const { rows } = await market.db.owner.query<{ id: string }>(
      'select id from public.product_imports where id = any ($1)',
      [[checked, fresh, done]],
    )
    return rows.map(({ id }) => id).sort()
  }
  await market.db.owner.query(
    `update public.product_imports set created_at = created_at - interval '25 hours' where id = any ($1)`,
    [[checked, done]],
  )
  expect(await left()).toEqual([fresh, done].sort())
  await market.db.owner.query(
    `update public.product_imports set ended_at = ended_at - interval '91 days' where id = $1`,
    [done],
  )
  expect(await left()).toEqual([fresh])
})

test('a connection that is cut in the middle of a batch loses nothing and writes nothing twice', async () => {
  const { vendorId, ownerId: as } = await market.shop()
  const { body } = await prepare(
    as,
    Array.from({ length: 120 }, (_, at) => `C${at},Rice ${at},,grains,bag,5000,${at},1,`),
  )
  await start(as, body.import_id)
  let batches = 0
  const cut: Pick<Database, 'as'> = {
    as: (identity, work, ...rest) =>
      market.db.database.as(
        identity,
        async (tx, ...more) => {
          const result = await work(tx, ...more)
          batches += 1
          if (batches === 2) {
            const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
            await market.db.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
          }
          return result
        },
        ...rest,
      ),
  }
  await expect(importProducts(cut, { import_id: body.import_id })).rejects.toThrow()
  expect(await productsOf(vendorId)).toHaveLength(50)
  await importProducts(market.db.database, { import_id: body.import_id })
  expect(new Set((await productsOf(vendorId)).map(({ code }) => code)).size).toBe(120)
  expect(await outcomes(body.import_id)).toEqual({ added: 120 })
})
