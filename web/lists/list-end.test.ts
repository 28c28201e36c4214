import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { listEndContext } from '#web/context.ts'
import { redirectToLastPage, watchListEnd } from './list-end.ts'

const answer =
  (range: string, status = 200) =>
  async () =>
    new Response('[]', { status, headers: { 'content-range': range } })

/** The target of the redirect of `address` if the table API responds with this range; null without a redirect. */
async function sentTo(address: string, { range, offset }: { range: string; offset: number }): Promise<string | null> {
  const url = new URL(address, 'http://market.test')
  const context = new RouterContextProvider()
  const end = { lastPage: null }
  context.set(listEndContext, end)
  const next = async () => {
    const api = watchListEnd(end, answer(range))
    await api(`http://market.test/rest/v1/products?offset=${offset}&limit=12`)
    return new Response('the page')
  }
  const args = { request: new Request(url), url, context, params: {}, pattern: '' } as never
  const response = await redirectToLastPage(args, next)
  return response instanceof Response ? response.headers.get('location') : null
}

test.each([
  ['/products?category=Grains&page=99', { range: '*/30', offset: 1176 }, '/products?category=Grains&page=3'],
  ['/products?page=4', { range: '*/36', offset: 36 }, '/products?page=3'],
  ['/products?page=2', { range: '*/7', offset: 12 }, '/products'],
  ['/products?page=2', { range: '*/0', offset: 12 }, '/products'],
  ['/products?page=2', { range: '12-23/30', offset: 12 }, null],
  ['/products', { range: '*/0', offset: 0 }, null],
  ['/products?page=2', { range: '*/*', offset: 12 }, null],
])('%s with %j redirects to %s', async (address, found, place) => {
  expect(await sentTo(address, found)).toBe(place)
})
