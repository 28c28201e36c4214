import { expect, test } from 'vitest'
import { boundedPages } from './pages.ts'

const unavailable = async () => new Response('Not now', { status: 503 })
const open = (renderPage: () => Promise<Response>) =>
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
