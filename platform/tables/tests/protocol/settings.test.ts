import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { author, book, type Library, openLibrary, person } from '../library.ts'

let library: Library
/** Another, behind a handler with every choice made. */
let open: Library
beforeAll(async () => {
  library = await openLibrary({}, ['protocol/calls.sql'])
  open = await openLibrary(
    {
      schemas: ['library', 'annexe'],
      extraSearchPath: ['library'],
      plans: 'everyone',
      isRollbackAllowed: true,
      areAggregatesOn: true,
      maxRows: 3,
      interceptors: [
        {
          method: 'POST',
          table: 'labels',
          applies: ({ rows }) => rows[0]?.name === 'command',
          run: async () => ({ keys: [] }),
        },
        { method: 'DELETE', table: 'rooms', run: async () => ({ keys: [], status: 418 }) },
      ],
    },
    ['protocol/calls.sql'],
  )
  await open.test.owner.query(`
    set check_function_bodies = off;
    create schema annexe;
    grant usage on schema annexe to anon, authenticated;
    create table annexe.rooms (id int primary key, name text);
    create function annexe.first_subject() returns text language sql stable as $$ select name from subjects order by id limit 1 $$;
    grant select, delete on annexe.rooms to anon, authenticated;
    grant execute on function annexe.first_subject() to anon;
    insert into annexe.rooms values (1, 'cellar'), (2, 'attic');
    notify pgrst`)
})
afterAll(async () => {
  expect([...library.faults, ...open.faults]).toEqual([])
  await Promise.all([library.drop(), open.drop()])
})

describe('schemas', () => {
  const read = (path: string, profile?: string, method = 'GET') =>
    open.fetch(path, {
      method,
      headers: profile ? { [method === 'GET' ? 'accept-profile' : 'content-profile']: profile } : {},
    })

  test('each has its tables and functions, and the first is the default', async () => {
    await expect.poll(async () => (await read('/rooms', 'annexe')).status, { timeout: 60_000 }).toBe(200)
    const answer = await read('/rooms?order=id', 'annexe')
    expect([answer.headers.get('content-profile'), await answer.json()]).toEqual([
      'annexe',
      [
        { id: 1, name: 'cellar' },
        { id: 2, name: 'attic' },
      ],
    ])
    expect([(await read('/rooms')).status, (await read('/books')).status]).toEqual([404, 200])
    const { data } = await open.as().schema('annexe').rpc('first_subject')
    expect(data).toBe('food')
    const nowhere = await open.as().schema('nowhere').from('books').select()
    expect([nowhere.status, nowhere.error]).toMatchObject([
      406,
      {
        code: 'PGRST106',
        message: 'Invalid schema: nowhere',
        hint: 'Only the following schemas are exposed: library, annexe',
      },
    ])
  })

  test('commands handle tables of the first schema only', async () => {
    expect((await read('/rooms?id=eq.2', 'annexe', 'DELETE')).status).toBe(204)
    expect(await (await read('/rooms', 'annexe')).json()).toEqual([{ id: 1, name: 'cellar' }])
  })

  test('nothing of the second is seen where it is not exposed', async () => {
    const { status, error } = await library.as().schema('annexe').from('rooms').select()
    expect([status, error?.code]).toEqual([406, 'PGRST106'])
  })
})

describe('plans', () => {
  test('are refused by default, with the protocol’s error', async () => {
    const { status, error } = await library.as().from('books').select().explain()
    expect([status, error?.code]).toEqual([406, 'PGRST107'])
    const either = await library.fetch('/books?select=id&limit=1', {
      headers: { accept: 'application/vnd.pgrst.plan+json, application/json' },
    })
    expect(await either.json()).toEqual([{ id: expect.any(String) }])
  })

  test('only the secret key sees them where the operator says so', async () => {
    const careful = await openLibrary({ plans: 'secret-key' })
    expect((await careful.as(person(1)).from('books').select().explain()).status).toBe(406)
    expect((await careful.as('service_role').from('books').select().explain()).data).toMatch(/cost=/)
    await careful.drop()
  })

  test('as text and JSON, with every option', async () => {
    const text = await open.as().from('books').select('id').eq('id', book(1)).explain()
    expect(text.data).toMatch(/^Aggregate|Subquery|Result/)
    const options = { format: 'json', analyze: true, verbose: true, settings: true, buffers: true, wal: true } as const
    const json = await open.as().from('books').select('id').explain(options)
    expect((json.data as unknown as { Plan: object; 'Execution Time': number }[])[0]).toMatchObject({
      Plan: { Output: expect.any(Array), 'WAL Records': expect.any(Number), 'Shared Hit Blocks': expect.any(Number) },
      'Execution Time': expect.any(Number),
    })
    const answer = await open.fetch('/books', {
      headers: { accept: 'application/vnd.pgrst.plan+text; for="text/csv"; options=verbose|costs;' },
    })
    expect(answer.headers.get('content-type')).toBe(
      'application/vnd.pgrst.plan+text; for="text/csv"; options=verbose; charset=utf-8',
    )
    expect((await open.as().rpc('all_subjects').explain()).data).toMatch(/cost=/)
    expect((await open.as().rpc('greet', {}).explain()).data).toMatch(/cost=/)
    const wrong = await open.as().from('books').select('id').explain({ wal: true })
    expect([wrong.status, wrong.error?.code]).toEqual([400, '22023'])
  })

  test('of a write leave nothing, even when it runs', async () => {
    const planned = await open
      .as(person(1))
      .from('labels')
      .insert({ name: 'planned' })
      .select()
      .explain({ analyze: true })
    expect(planned.data).toMatch(/Insert on labels/)
    await open.as(person(1)).rpc('record_visit').explain({ analyze: true })
    expect((await open.as().from('labels').select('name').in('name', ['planned', 'visit'])).data).toEqual([])
    const command = await open.as(person(1)).from('labels').insert({ name: 'command' }).explain()
    expect([command.status, command.error?.code]).toEqual([406, 'PGRST107'])
  })
})

describe('Prefer: tx=rollback', () => {
  test('is refused by default', async () => {
    const { status, error } = await library.as(person(1)).from('labels').insert({ name: 'tried' }).rollback()
    expect([status, error?.code]).toEqual([400, 'PGRST122'])
    expect((await library.as().from('labels').select('name').eq('name', 'tried')).data).toEqual([])
  })

  test('answers as if it had been done, and leaves nothing', async () => {
    const tried = await open.as(person(1)).from('labels').insert({ name: 'tried' }).select('name').rollback().single()
    expect([tried.status, tried.data]).toEqual([201, { name: 'tried' }])
    const changed = await open
      .as(person(1))
      .from('books')
      .update({ pages: 1 })
      .eq('id', book(1))
      .select('pages')
      .rollback()
    expect(changed.data).toEqual([{ pages: 1 }])
    const removed = await open.as(person(1)).from('copies').delete({ count: 'exact' }).gt('id', 0).rollback()
    expect(removed.count).toBe(4)
    expect((await open.as(person(1)).rpc('record_visit').rollback()).status).toBe(204)
    const { data } = await open.as().from('labels').select('name').in('name', ['tried', 'visit'])
    expect([data, (await open.as().from('books').select('pages').eq('id', book(1))).data]).toEqual([
      [],
      [{ pages: 120 }],
    ])
    const answer = await open.fetch('/books?select=id', { headers: { prefer: 'tx=rollback' } })
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'tx=rollback'])
  })

  test('is refused for a command, whose effects reach further', async () => {
    const { status, error } = await open.as(person(1)).from('labels').insert({ name: 'command' }).rollback()
    expect([status, error?.code]).toEqual([400, 'PGRST122'])
  })
})

test('most rows hold for the secret key too, and aggregates are on or off', async () => {
  const all = await open.as('service_role').from('books').select('id', { count: 'exact' })
  expect([all.data?.length, all.count]).toEqual([3, 5])
  const lists = await open.as('service_role').from('authors').select('books!author_id(id)').eq('id', author(1))
  expect(lists.data).toEqual([{ books: [{ id: book(1) }, { id: book(2) }] }])
  expect((await open.as().from('books').select('pages.sum()')).data).toEqual([{ sum: 550 }])
  expect((await library.as().from('books').select('pages.sum()')).error?.code).toBe('PGRST123')
})

describe('the description at the root', () => {
  let closed: Library
  beforeAll(async () => {
    closed = await openLibrary({
      description: 'signed-in',
      interceptors: [{ method: 'POST', table: 'authors', run: async () => ({ keys: [] }) }],
    })
    await closed.test.owner.query(`create function library.hidden() returns int language sql as 'select 1';
      revoke execute on function library.hidden() from public, anon, authenticated;
      revoke select on library.authors from anon; grant select (id, full_name) on library.authors to anon; notify pgrst`)
  })
  afterAll(() => closed.drop())

  test('is closed to strangers where the operator says so', async () => {
    const answer = await closed.fetch('/')
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { code: 'PGRST126', message: 'Root endpoint metadata is disabled', details: null, hint: null },
    ])
    expect((await closed.fetch('/', { who: person(1) })).status).toBe(200)
  })

  test('names only what the role may see and do', async () => {
    const describedFor = async (from: Library, who: string) => (await from.fetch('/', { who })).json()
    const member = await describedFor(closed, person(1))
    const service = await describedFor(closed, 'service_role')
    expect(Object.keys(member.definitions)).not.toContain('staff_only')
    expect(Object.keys(service.definitions)).toContain('staff_only')
    expect(Object.keys(member.paths['/author_metrics'])).toEqual(['get', 'post', 'patch', 'delete'])
    expect(Object.keys(member.paths['/authors'])).toEqual(['get', 'post', 'patch'])
    expect(Object.keys(member.paths)).not.toContain('/rpc/hidden')
    expect(Object.keys(member.paths['/rpc/write_label'])).toEqual(['post'])
    expect(Object.keys(member.paths['/rpc/letters'])).toEqual(['get', 'post'])
    expect(member.definitions.books.properties.author_id.description).toBe(
      "Note:\nThis is a Foreign Key to `authors.id`.<fk table='authors' column='id'/>",
    )
    const stranger = await describedFor(library, 'anon')
    expect(Object.keys(stranger.paths['/books'])).toEqual(['get'])
    expect(Object.keys(stranger.definitions.authors.properties)).toContain('secret')
    expect((await library.fetch('/', { method: 'HEAD' })).headers.get('content-type')).toBe(
      'application/openapi+json; charset=utf-8',
    )
  })

  test('is made once for a role, and again when the schema has changed', async () => {
    const text = async () => (await closed.fetch('/', { who: person(2) })).text()
    expect(await text()).toBe(await text())
    await closed.test.owner.query(
      'create table library.new_wing (id int primary key); grant select on library.new_wing to authenticated; notify pgrst',
    )
    await expect.poll(text, { timeout: 60_000 }).toContain('new_wing')
  })
})
