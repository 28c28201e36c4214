import { expect, test } from 'vitest'
import { cookieValue } from './cookie.ts'

test.each([
  [null, undefined],
  ['', undefined],
  ['xtheme=dark', undefined],
  ['theme=dark', 'dark'],
  ['data=low; theme=dark ; cart=a.b~c', 'dark'],
  ['theme=a=b', 'a=b'],
  ['theme=', ''],
])('of %j', (header, value) => {
  expect(cookieValue(header, 'theme')).toBe(value)
})
