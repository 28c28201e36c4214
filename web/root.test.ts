import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { loader } from './root.tsx'

// `/not-now` is made while the database is away, in a context without it: a fault here would be shown in its place, as ours.
test('a visitor’s shell asks for no data', async () => {
  const context = new RouterContextProvider()
  const args = { request: new Request('https://market.test/not-now'), context } as unknown as Parameters<
    typeof loader
  >[0]
  expect(await loader(args)).toMatchObject({ unread: 0, viewer: { userId: null } })
})
