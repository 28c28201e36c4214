import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { withoutTriggers } from '../setup/as-owner.ts'
import { arrange, asPerson, type Cast } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Cast
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
})
afterAll(() => db?.drop())

const WHO = ['customer', 'vendor', 'manager', 'coordinator', 'chief', 'administrator'] as const

/** For whom the subject waits, and how many of it. */
async function waiters(subject: string) {
  const found: string[] = []
  for (const who of WHO) {
    const { rows } = await asPerson(
      db,
      cast[who],
      'select status, amount from public.waiting where subject = $1 order by 1',
      [subject],
    )
    found.push(...rows.map(({ status, amount }) => `${who}: ${amount} ${status}`))
  }
  return found
}

test('a question to the market waits for all who answer in its state, then for the one who took it', async () => {
  const contact = crypto.randomUUID()
  const write = (sql: string, values: unknown[] = []) => withoutTriggers(db.owner, (tx) => tx.query(sql, values))
  await write(
    `insert into public.contact_messages (id, name, email, subject, message) values ($1, 'Ada', 'ada@x.test', 'Late', 'Where is my rice?')`,
    [contact],
  )
  await write('insert into public.support_cases (contact_id) values ($1)', [contact])
  expect(await waiters('support')).toEqual(['manager: 1 new', 'coordinator: 1 new', 'chief: 1 new'])
  await write('update public.contact_messages set person_id = $1 where id = $2', [cast.coordinator, contact])
  expect(await waiters('support')).toEqual(['manager: 1 new', 'chief: 1 new'])
  await write('update public.contact_messages set person_id = null where id = $1', [contact])
  await write(`update public.support_cases set state = 'Kano'`)
  expect(await waiters('support')).toEqual(['coordinator: 1 new', 'chief: 1 new'])
  await write(`update public.support_cases set state = 'Lagos', status = 'assigned', assigned_to = $1`, [cast.manager])
  expect(await waiters('support')).toEqual(['manager: 1 assigned'])
  for (const status of ['waiting', 'solved']) {
    await write('update public.support_cases set status = $1', [status])
    expect(await waiters('support')).toEqual([])
  }
})

test('a reported message waits for the overseers of its state until it is decided', async () => {
  const write = (sql: string, values: unknown[] = []) => withoutTriggers(db.owner, (tx) => tx.query(sql, values))
  await write(
    `insert into public.message_reports (message_id, reporter_id, state, text, reason) values (gen_random_uuid(), $1, 'Lagos', 'Pay me outside', 'Fraud')`,
    [cast.customer],
  )
  expect(await waiters('report')).toEqual(['manager: 1 open', 'coordinator: 1 open', 'chief: 1 open'])
  await write('update public.message_reports set writer_id = $1', [cast.coordinator])
  expect(await waiters('report')).toEqual(['manager: 1 open', 'chief: 1 open'])
  await write('update public.message_reports set writer_id = null')
  await write(`update public.message_reports set state = null`)
  expect(await waiters('report')).toEqual(['coordinator: 1 open', 'chief: 1 open'])
  await write(
    `update public.message_reports set decision = 'nothing', decision_reason = 'It is harmless', decided_at = now()`,
  )
  expect(await waiters('report')).toEqual([])
})
