import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertJournals } from '#database/seed/orders/journals.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const TRANSFERS = `select t.line, t.kind, t.debit_id, t.debit_kind, t.credit_id, t.credit_kind, t.amount_kobo, t.phase, t.hold_id, t.expires_at, t.posted_at,
    j.content, j.cause, j.actor_id, j.reason
  from ledger.transfers t join ledger.journals j on j.id = t.journal_id where j.key = $1 order by t.line`

test('the demo market posts journals as ledger.write does', async () => {
  const client = await db.owner.connect()
  try {
    await client.query('begin')
    const { rows: kinds } = await client.query<{ kind: string }>(
      `select m.kind from ledger.movements m join ledger.account_kinds d on d.kind = m.debit_kind
       join ledger.account_kinds c on c.kind = m.credit_kind where d.owner = 'platform' and c.owner <> 'platform' order by 1 limit 1`,
    )
    const kind = kinds[0]?.kind ?? ''
    const lines = ['100000', '60000'].map((amount_kobo) => ({
      kind,
      debit: undefined,
      credit: crypto.randomUUID(),
      amount_kobo,
    }))
    const journal = { key: 'seeded', at: new Date('2026-03-01T09:00:00Z'), lines }
    await insertJournals(client, [journal])
    const seeded = await client.query(TRANSFERS, ['seeded'])
    expect(seeded.rows).toHaveLength(2)
    const { rows } = await client.query(
      'select ledger.write($1, $2::jsonb, $3) as first, ledger.write($4, $2::jsonb, $3) as again',
      ['written', JSON.stringify(lines), journal.at, 'seeded'],
    )
    // A journal with the same lines is the one that was posted already.
    expect(rows).toEqual([{ first: true, again: false }])
    expect((await client.query(TRANSFERS, ['written'])).rows).toEqual(seeded.rows)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
