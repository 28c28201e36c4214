import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { author, book, type Library, openLibrary, person } from './library.ts'

const PEOPLE = 50
describe('a pool of connections', () => {
  let library: Library
  beforeAll(async () => {
    library = await openLibrary()
    for (let number = 1; number <= PEOPLE; number += 1) {
      await library.test.owner.query('insert into library.loans (owner, book_id, days) values ($1, $2, 7)', [
        person(number),
        book(1),
      ])
    }
  })
  afterAll(() => library.drop())

  test('fifty concurrent users see only their own rows, among failing and anonymous requests', async () => {
    const rounds = 3
    const seen = async (number: number) => {
      const { data } = await library.as(person(number)).from('loans').select('owner, book:books(title)').limit(1000)
      return (data ?? []).every((loan) => loan.owner === person(number)) && data?.length === 1
    }
    const fails = async (number: number) => {
      const answers = [
        await library
          .as(person(number))
          .from('loans')
          .insert({ book_id: book(1), days: 600 }),
        await library.as(person(number)).from('staff_only').select('*'),
        await library
          .as(person(number))
          .from('loans')
          .insert({ book_id: book(1), days: 1, owner: person(number + 1) }),
        await library.as(person(number)).rpc('fail', { state: 'P0001' }),
      ]
      return answers.map(({ status }) => status).join(' ') === '400 403 403 400'
    }
    const whoAmI = async (who: string, role: string) => {
      const { data } = await library.as(who).rpc('who')
      return data.role === role
    }
    const wrong: string[] = []
    const session = async (number: number) => {
      for (let round = 0; round < rounds; round += 1) {
        const right = await Promise.all([
          seen(number),
          fails(number),
          whoAmI(person(number), 'authenticated'),
          whoAmI('anon', 'anon'),
          whoAmI('service_role', 'service_role'),
        ])
        if (right.includes(false)) wrong.push(`${number}: ${right}`)
      }
    }
    await Promise.all(Array.from({ length: PEOPLE }, (_, index) => session(index + 1)))
    expect(wrong).toEqual([])
    const { rows } = await library.test.owner.query('select count(*)::int as n from library.loans')
    expect(rows).toEqual([{ n: PEOPLE }])
  })

  test('anonymous users see no loans, and no user changes or deletes those of others', async () => {
    expect((await library.as().from('loans').select('*')).status).toBe(401)
    const mine = library.as(person(1))
    expect((await mine.from('loans').update({ days: 9 }).eq('owner', person(2)).select()).data).toEqual([])
    expect((await mine.from('loans').delete().eq('owner', person(2)).select()).data).toEqual([])
    expect(
      (
        await mine
          .from('loans')
          .update({ owner: person(1) })
          .eq('owner', person(2))
      ).status,
    ).toBe(403)
    expect((await mine.from('authors').update({ points: 9 }).eq('id', author(1))).status).toBe(403)
  })

  test('a lost connection is one 503, and the next read has another one', async () => {
    const busy = library.fetch('/books?select=title')
    await library.test.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator' and datname = current_database()`,
    )
    expect([200, 503]).toContain((await busy).status)
    await expect.poll(async () => (await library.fetch('/books?select=title')).status, { timeout: 60_000 }).toBe(200)
  })

  test('after any request the connection retains no identity', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, number) => library.as(person(number)).from('staff_only').select('*')),
    )
    const roles = await Promise.all(
      Array.from({ length: 20 }, () =>
        library.test.database.as({ role: 'anon', claims: {} }, async (tx) => {
          const { rows } = await tx.query(
            `select current_user::text as role, current_setting('request.jwt.claims', true) as claims`,
          )
          return `${rows[0].role} ${rows[0].claims}`
        }),
      ),
    )
    expect(new Set(roles)).toEqual(new Set(['anon {}']))
  })
})
