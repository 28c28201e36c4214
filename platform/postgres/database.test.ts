import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICE } from './database.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform', keepsShortLimits: true })
  await db.owner.query('create table notes (id int8 primary key, body text, price numeric(14,2), due date)')
  await db.owner.query('grant select, insert on notes to service_role; grant select on notes to anon')
})
afterAll(() => db.drop())

const anon = { role: 'anon', claims: { role: 'anon', sub: 'someone' } }
const count = async () => (await db.owner.query('select count(*) as n from notes')).rows[0].n

test('a transaction has role, claims and settings, and leaves none of them behind', async () => {
  const read = `select current_user::text as role, current_setting('request.jwt.claims', true) as claims,
                       current_setting('statement_timeout') as timeout, current_setting('request.method', true) as method`
  const options = { statementTimeoutMs: 1500, settings: { 'request.method': 'GET' } }
  const inside = await db.database.as(anon, async (tx) => (await tx.query(read)).rows[0], options)
  expect(inside).toEqual({ role: 'anon', claims: JSON.stringify(anon.claims), timeout: '1500ms', method: 'GET' })
  const next = await db.database.as(SERVICE, async (tx) => (await tx.query(read)).rows[0])
  expect(next).toMatchObject({ role: 'service_role', timeout: '0', method: '' })
})

test('commits when the callback resolves and rolls back when it throws', async () => {
  const before = await count()
  await db.database.as(SERVICE, (tx) => tx.query("insert into notes (id, body) values (1, 'kept')"))
  await expect(
    db.database.as(SERVICE, async (tx) => {
      await tx.query("insert into notes (id, body) values (2, 'lost')")
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await count()).toBe(before + 1n)
})

test('a swallowed database error is not reported as success', async () => {
  const swallow = db.database.as(SERVICE, async (tx) => {
    await tx.query('select 1/0').catch(() => undefined)
  })
  await expect(swallow).rejects.toThrow('nothing was committed')
})

test('rejects a role without rights, and writes in a read-only transaction', async () => {
  await expect(db.database.as(anon, (tx) => tx.query('insert into notes (id) values (9)'))).rejects.toMatchObject({
    code: '42501',
  })
  const write = db.database.as(SERVICE, (tx) => tx.query('insert into notes (id) values (9)'), { readOnly: true })
  await expect(write).rejects.toMatchObject({ code: '25006' })
  await expect(db.database.as({ role: 'postgres', claims: {} }, (tx) => tx.query('select 1'))).rejects.toMatchObject({
    code: '42501',
  })
})

test('a lost connection fails one call, not the next', async () => {
  const killed = db.database.as(SERVICE, async (tx) => {
    const { pid } = (await tx.query('select pg_backend_pid() as pid')).rows[0]
    await db.owner.query('select pg_terminate_backend($1)', [pid])
    await tx.query('select 1')
  })
  await expect(killed).rejects.toThrow()
  expect(await db.database.as(anon, async (tx) => (await tx.query('select 1 as n')).rows[0])).toEqual({ n: 1 })
})

test('converts values without loss', async () => {
  const row = await db.database.as(SERVICE, async (tx) => {
    await tx.query("insert into notes values (9007199254740993, 'x', 0.10, '2026-11-20')")
    return (await tx.query('select id, price, due from notes where id > 9000000000000000')).rows[0]
  })
  expect(row).toEqual({ id: 9007199254740993n, price: '0.10', due: '2026-11-20' })
})

test('more transactions than connections do not mix their claims', async () => {
  const seen = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      db.database.as({ role: 'anon', claims: { sub: String(index) } }, async (tx) => {
        const { rows } = await tx.query(
          "select current_setting('request.jwt.claims')::json ->> 'sub' as sub, pg_sleep(0.001)",
        )
        return rows[0].sub as string
      }),
    ),
  )
  expect(seen).toEqual(Array.from({ length: 200 }, (_, index) => String(index)))
})

test('listening survives a lost connection and reports the gap', async () => {
  const received: string[] = []
  const waiters: (() => void)[] = []
  const wake = () => waiters.shift()?.()
  const onMessage = (payload: string) => {
    received.push(payload)
    wake()
  }
  const stop = await db.database.listen('news', onMessage, wake)
  const next = () => new Promise<void>((resolve) => void waiters.push(resolve))
  let waiting = next()
  await db.owner.query("notify news, 'one'")
  await waiting
  waiting = next()
  await db.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()",
  )
  await waiting
  waiting = next()
  await db.owner.query("notify news, 'two'")
  await waiting
  expect(received).toEqual(['one', 'two'])
  await stop()
})

test('pipelines BEGIN and the first statement, and nothing runs outside the transaction', async () => {
  const before = await count()
  const refused = db.database.as({ role: 'postgres', claims: {} }, async (tx) => {
    await tx.query("insert into notes (id, body) values (77, 'past the gate')")
  })
  await expect(refused).rejects.toMatchObject({ code: '42501', message: expect.stringContaining('set role') })
  const silent = db.database.as({ role: 'postgres', claims: {} }, async () => 'nothing asked')
  await expect(silent).rejects.toMatchObject({ code: '42501' })
  const swallowing = db.database.as({ role: 'nobody such', claims: {} }, async (tx) => {
    await tx.query("insert into notes (id, body) values (78, 'past the gate')").catch(() => undefined)
  })
  await expect(swallowing).rejects.toThrow('role "nobody such" does not exist')
  expect(await count()).toBe(before)
  expect(await db.database.as(anon, async (tx) => (await tx.query('select current_user::text as u')).rows[0].u)).toBe(
    'anon',
  )
})

test('a transaction in one round trip commits all or nothing', async () => {
  const before = await count()
  const both = (second: string) =>
    db.database.as(
      SERVICE,
      async (tx) => {
        const results = await Promise.allSettled([
          tx.query("insert into notes (id, body) values (91, 'first')"),
          tx.query(second),
        ])
        for (const result of results) if (result.status === 'rejected') throw result.reason
      },
      { pipelinesCommit: true },
    )
  await expect(both('select 1/0')).rejects.toMatchObject({ code: '22012' })
  expect(await count()).toBe(before)
  await both("insert into notes (id, body) values (92, 'second')")
  expect(await count()).toBe(before + 2n)
  const read = async () => (await db.database.as(anon, (tx) => tx.query('select current_user::text as u'))).rows[0].u
  expect(await read()).toBe('anon')
})

test('a pipelined commit commits all or nothing, and a later error does not roll back', async () => {
  const before = await count()
  const both = (first: number, second: string, fault?: Error) =>
    db.database.as(SERVICE, async (tx, sendCommit) => {
      await tx.query('select 1')
      const sent = Promise.allSettled([tx.query('insert into notes (id) values ($1)', [first]), tx.query(second)])
      sendCommit()
      for (const result of await sent) if (result.status === 'rejected') throw result.reason
      if (fault) throw fault
    })
  await expect(both(93, 'select 1/0')).rejects.toMatchObject({ code: '22012' })
  expect(await count()).toBe(before)
  await both(93, 'insert into notes (id) values (94)')
  expect(await count()).toBe(before + 2n)
  await expect(both(95, 'select 1', new Error('too late'))).rejects.toThrow('too late')
  expect(await count()).toBe(before + 3n)
})
