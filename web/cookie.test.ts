import { expect, test } from 'vitest'
import { cookieOf } from './cookie.ts'

test.each([
  [null, undefined],
  ['', undefined],
  ['xtheme=dark', undefined],
  ['theme=dark', 'dark'],
  ['data=low; theme=dark ; cart=a.b~c', 'dark'],
  ['theme=a=b', 'a=b'],
  ['theme=', ''],
])('of %j', (header, value) => {
  expect(cookieOf(header, 'theme')).toBe(value)
})
