import { expect, test } from 'vitest'
import { safeLocation } from './safe-redirects.ts'

const at = { requestUrl: 'https://site.test/pay/1', origins: ['https://www.site.test'] }

test.each([
  ['/products?next=//x', '/products?next=//x'],
  ['/auth#code', '/auth#code'],
  ['https://site.test/a', 'https://site.test/a'],
  ['https://www.site.test/a', 'https://www.site.test/a'],
  ['https://bank.example/pay?x=1#part', 'https://bank.example/pay?x=1#part'],
])('%s stays as it is', (location, same) => expect(safeLocation(location, at)).toBe(same))

test.each(['//evil.example/', '/\\evil.example', '/%2fevil.example', 'http://[', '/.//evil.example'])(
  '%s redirects to the home page',
  (location) => expect(safeLocation(location, at)).toBe('/'),
)

test('a redirect to another site drops the fragment', () => {
  expect(safeLocation('https://bank.example/pay?x=1', at)).toBe('https://bank.example/pay?x=1#')
  expect(safeLocation('myapp://callback?code=1', at)).toBe('myapp://callback?code=1#')
})
