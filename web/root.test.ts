import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { loader } from './root.tsx'

// `/not-now` is rendered while the database is unreachable, without its contexts: an error here would replace that
// page.
test('the anonymous shell sends no queries', async () => {
  const context = new RouterContextProvider()
  const url = new URL('https://market.test/not-now')
  const args = { request: new Request(url), url, context } as unknown as Parameters<typeof loader>[0]
  expect(await loader(args)).toMatchObject({ unread: 0, viewer: { userId: null } })
})
