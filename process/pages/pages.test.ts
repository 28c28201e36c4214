import { expect, test } from 'vitest'
import type { PageReads } from '#api/page-reads.ts'
import { boundedPages, type PageRequest } from './pages.ts'

const unavailable = async () => new Response('Not now', { status: 503 })
const open = (renderPage: (page: PageRequest) => Promise<Response>) =>
  boundedPages({ renderPage, unavailable, reportFault: () => undefined, limitMs: 5 })

test('a page that waits for several missing responses times out once', async () => {
  const pages = open(() => new Promise(() => undefined))
  expect((await pages.answer(new Request('http://site.test/'), '')).status).toBe(503)
  expect(pages.waiting()).toEqual({ count: 0, waitedMs: 0 })
})

test('a POST has no timeout, because its result must be shown', async () => {
  const pages = open(() => new Promise((resolve) => setTimeout(() => resolve(new Response('Done')), 50)))
  const sent = await pages.answer(new Request('http://site.test/', { method: 'POST' }), '')
  expect(await sent.text()).toBe('Done')
})

const load = (method = 'GET') => new Request('http://site.test/account/receipts.csv', { method })

/** A page whose reads fail in this way, and how often it is rendered. */
function failing(record: (reads: PageReads, page: PageRequest) => void, status: number) {
  const rendered: boolean[] = []
  const pages = open(async (page) => {
    rendered.push(page.isTokenRejected)
    record(page.reads, page)
    return new Response('Rendered', { status })
  })
  return { pages, rendered }
}

test.each(['GET', 'HEAD'])(
  'a session that ends during a %s has its page rendered again, for the guard to decide',
  async (method) => {
    const { pages, rendered } = failing((reads, { isTokenRejected }) => {
      reads.sessionEnded = !isTokenRejected
    }, 303)
    expect((await pages.answer(load(method), '')).status).toBe(303)
    expect(rendered).toEqual([false, true])
  },
)

test('a session that is rejected again makes the page unavailable', async () => {
  const { pages, rendered } = failing((reads) => {
    reads.sessionEnded = true
  }, 200)
  expect((await pages.answer(load(), '')).status).toBe(503)
  expect(rendered).toHaveLength(2)
})

test('an action is never repeated', async () => {
  const { pages, rendered } = failing((reads) => {
    reads.sessionEnded = true
  }, 200)
  expect((await pages.answer(load('POST'), '')).status).toBe(200)
  expect(rendered).toEqual([false])
})

test.each([
  ['a file that the viewer may not read is forbidden', 'refused', 503, 403],
  ['a refused read is not "not found"', 'refused', 404, 503],
  ['a faulty read is not "not found"', 'faulty', 404, 503],
  ['a page with a refused part is shown', 'refused', 200, 200],
] as const)('%s', async (_, name, rendered, sent) => {
  const { pages } = failing((reads) => {
    reads[name] = true
  }, rendered)
  expect((await pages.answer(load(), '')).status).toBe(sent)
})
