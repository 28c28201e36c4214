import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { author, book, type Library, openLibrary } from './library.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.drop())

const COUNTED = { prefer: 'count=exact' }

function quick(location: string, requested: { prefer?: string; accept?: string; noted?: string[] } = {}) {
  const { prefer = null, accept = null, noted } = requested
  const recorder = noted && { record: (name: string) => void noted.push(name), markUncacheable: () => undefined }
  return library.handle.readForPage({ identity: null, method: 'GET', location, prefer, accept, recorder })
}

/**
 * Connections for anonymous reads open on first use; until then, and after a schema reload, reads use the regular path.
 */
function untilQuick(location: string, requested: Parameters<typeof quick>[1] = {}): Promise<Response> {
  const { noted, ...headers } = requested
  return vi.waitFor(
    async () => {
      await library.fetch(location, { headers })
      noted?.splice(0)
      const answer = await quick(location, requested)
      return answer ?? Promise.reject(new Error(`${location} goes the usual way`))
    },
    { timeout: 30_000 },
  )
}

test('one plan serves other values, and each gets its own rows', async () => {
  const titles = async (number: number) => {
    const path = `/books?select=id,title&id=eq.${book(number)}`
    const answer = await library.fetch(path, { headers: COUNTED })
    expect(answer.headers.get('content-range')).toBe('0-0/1')
    return (await answer.json()) as { id: string }[]
  }
  for (const number of [1, 2, 4, 1]) expect(await titles(number)).toMatchObject([{ id: book(number) }])
  const none = await library.fetch(`/books?select=id,title&id=eq.${author(1)}`, { headers: COUNTED })
  expect([none.headers.get('content-range'), await none.json()]).toEqual(['*/0', []])
})

test('a refusal names the value that was sent', async () => {
  await library.fetch(`/books?select=id&id=eq.${book(1)}`)
  const answer = await library.fetch('/books?select=id&id=eq.nonsense')
  expect([answer.status, await answer.json()]).toMatchObject([400, { message: expect.stringContaining('"nonsense"') }])
})

test.each([
  ['rows of another id', `/books?select=id,title&id=eq.${book(2)}`, {}],
  ['rows with what is embedded', `/books?select=title,author:authors!author_id(full_name)&order=title`, {}],
  ['a page with its count', '/authors?select=id&order=id&limit=2&offset=1', COUNTED],
  ['one object', `/authors?select=id&id=eq.${author(1)}`, { accept: 'application/vnd.pgrst.object+json' }],
  ['no row', `/books?select=id,title&id=eq.${author(1)}`, {}],
])(
  'an internal anonymous read of %s equals the one over HTTP',
  async (_, location, headers: Record<string, string>) => {
    const requested = await library.fetch(location, { headers })
    const answer = await untilQuick(location, headers)
    expect([answer.status, await answer.json()]).toEqual([requested.status, await requested.json()])
    for (const name of ['content-range', 'content-type', 'content-location'])
      expect(answer.headers.get(name)).toBe(requested.headers.get(name))
  },
)

test('it reads only what anonymous users may see, whatever was read before', async () => {
  const location = '/books?select=id,price&order=id'
  const all = (await (await library.fetch(location, { who: 'service_role' })).json()) as unknown[]
  const visible = (await (await library.fetch(location)).json()) as unknown[]
  expect(visible.length).toBeLessThan(all.length)
  expect(await (await untilQuick(location)).json()).toEqual(visible)
  const hidden = '/staff_only?select=*'
  expect((await library.fetch(hidden, { who: 'service_role' })).status).toBe(200)
  expect(await quick(hidden)).toBeUndefined()
})

test.each([
  ['nobody has asked for', '/books?select=id,pages&limit=3', {}, false],
  ['is counted by plan', '/books?select=id', { prefer: 'count=planned' }, true],
  ['has a time zone of its own', '/books?select=id', { prefer: 'timezone=Africa/Lagos' }, true],
  ['is not one object', '/authors?select=id', { accept: 'application/vnd.pgrst.object+json' }, true],
  ['is heavy', '/books?select=id&title=match.a', {}, true],
  ['cannot be read', '/books?select=id&id=eq.nonsense', {}, true],
])('what %s goes the usual way', async (_, location, headers: Record<string, string>, isRequestedBefore) => {
  await untilQuickly()
  if (isRequestedBefore) await library.fetch(location, { headers })
  expect(await quick(location, headers)).toBeUndefined()
})

const untilQuickly = () => untilQuick('/books?select=id&limit=1')

test('it records the tables that it reads', async () => {
  const location = '/books?select=title,author:authors!author_id(full_name)&limit=1'
  const noted: string[] = []
  await untilQuick(location, { noted })
  expect(noted).toEqual(['library.books', 'library.authors'])
})
