import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, identityOf, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db.drop())

const RIGHTS = `select rights.my_vendor_id() as shop, rights.has_role('vendor') as sells, rights.has_role('chief') as leads,
  rights.owes_second_step() as owes, (select count(*)::int from rights.overseen_vendor_ids()) as overseen`

async function readRights(tx: pg.ClientBase) {
  const { rows } = await tx.query<Record<string, unknown>>(RIGHTS)
  return rows[0]
}

const claim = (tx: pg.ClientBase, person: string, aal: string) =>
  tx.query(`select set_config('request.jwt.claims', $1, true)`, [
    JSON.stringify({ sub: person, role: 'authenticated', aal }),
  ])

const addFactor = (person: string) =>
  db.owner.query(`insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`, [
    person,
  ])

test('what one transaction has found out about a reader is not used for other claims', async () => {
  await addFactor(cast.rival)
  const vendor = { shop: cast.ids.vendorId, sells: true, leads: false, owes: false, overseen: 0 }
  const chief = { shop: null, sells: false, leads: true, owes: false, overseen: 2 }
  const locked = { shop: null, sells: false, leads: false, owes: true, overseen: 0 }
  const found = await db.database.as(
    identityOf(cast.vendor),
    async (tx) => {
      const read = []
      for (const [person, aal] of [
        [cast.vendor, 'aal1'],
        [cast.chief, 'aal1'],
        [cast.rival, 'aal1'],
        [cast.rival, 'aal2'],
        [cast.vendor, 'aal1'],
      ] as const) {
        await claim(tx, person, aal)
        // The second answer is the remembered one.
        read.push([await readRights(tx), await readRights(tx)])
      }
      return read
    },
    { readOnly: true },
  )
  const rival = { ...vendor, shop: cast.ids.rivalId }
  expect(found).toEqual([vendor, chief, locked, rival, vendor].map((rights) => [rights, rights]))
})

test('a reading transaction finds a fact out once, and it ends with the transaction', async () => {
  const stored = (tx: pg.ClientBase) =>
    tx.query<{ setting: string | null }>(
      `select nullif(current_setting('rights.owes_second_step', true), '') as setting`,
    )
  const settings = await db.database.as(
    identityOf(cast.customer),
    async (tx) => [(await stored(tx)).rows[0], await readRights(tx), (await stored(tx)).rows[0]],
    { readOnly: true },
  )
  expect(settings[0]).toEqual({ setting: null })
  expect(settings[2]).toEqual({ setting: expect.stringMatching(/false$/) })
})

test('a transaction that writes finds it out each time', async () => {
  const owes = await db.database.as(identityOf(cast.other), async (tx) => {
    const before = (await readRights(tx))?.owes
    await addFactor(cast.other)
    return [before, (await readRights(tx))?.owes]
  })
  expect(owes).toEqual([false, true])
})
