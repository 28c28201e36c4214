import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { followBanners } from './current-banners.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
const opened: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop()
  await db.owner.query('truncate public.banners')
})
afterAll(() => db.drop())

function follow(database: Parameters<typeof followBanners>[0]['database'] = db.database) {
  const faults: unknown[] = []
  const banners = followBanners({ database, onFault: (fault) => faults.push(fault) })
  opened.push(banners)
  return { banners, faults, titles: () => banners.current().map(({ title }) => title) }
}

const write = (title: string, span = `now(), now() + interval '1 day'`) =>
  db.owner.query(
    `insert into public.banners (title, tone, audience, starts_at, ends_at) values ($1, 'warning', 'everyone', ${span})`,
    [title],
  )

test('knows those that are shown or planned, and learns of each change', async () => {
  await write('Now')
  await write('Planned', `now() + interval '1 day', now() + interval '2 days'`)
  await withoutTriggers(db.owner, (client) =>
    client.query(
      `insert into public.banners (title, tone, audience, starts_at, ends_at) values ('Past', 'warning', 'everyone', now() - interval '2 days', now())`,
    ),
  )
  const { banners, titles, faults } = follow()
  expect(titles()).toEqual([])
  await banners.start()
  expect(titles()).toEqual(['Now', 'Planned'])
  await write('Later')
  await vi.waitFor(() => expect(titles()).toContain('Later'))
  await db.owner.query(`update public.banners set ended_at = now() where title = 'Now'`)
  await vi.waitFor(() => expect(titles()).not.toContain('Now'))
  expect(banners.current()[0]).toMatchObject({ tone: 'warning', audience: 'everyone', state: null, link_path: null })
  expect(faults).toEqual([])
})

test('tries again after a fault, and keeps what it knows meanwhile', async () => {
  await write('Known')
  let failures = 0
  const { banners, titles, faults } = follow({
    listen: db.database.listen,
    as: (...args) => (failures > 0 ? Promise.reject(new Error(`cut ${failures--}`)) : db.database.as(...args)),
  })
  await banners.start()
  failures = 1
  await write('Fresh')
  await vi.waitFor(() => expect(faults).toHaveLength(1))
  expect(titles()).toEqual(['Known'])
  await vi.waitFor(() => expect(titles()).toContain('Fresh'), { timeout: 5_000 })
})

test('are known after a refresh, whatever reads run beside it', async () => {
  const { banners, titles } = follow()
  await banners.start()
  for (const title of ['One', 'Two', 'Three']) {
    await write(title)
    await banners.refresh()
    expect(titles()).toContain(title)
  }
})

test('reads nothing any more once it is stopped', async () => {
  const { banners, titles } = follow()
  await banners.start()
  await banners.stop()
  await write('Unseen')
  const { banners: other, titles: others } = follow()
  await other.start()
  await banners.refresh()
  expect(others()).toEqual(['Unseen'])
  expect(titles()).toEqual([])
})
