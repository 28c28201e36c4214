import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { escapeBeyondLatin1 } from './one-byte-server.ts'

test.each([
  `'₦1,200 – Ẹ káàárọ̀'`,
  '`₦5 🍚`.length',
  `'a ₦ b ₦'.replace(/₦/g, '')`,
  `'🍚🍲'.replace(/[🍚]/u, '').length`,
  `const ọjà = 'é'; ọjà`,
])('%s means the same with one byte for each character', (code) => {
  const escaped = escapeBeyondLatin1(code)
  expect(Math.max(...[...escaped].map((character) => character.charCodeAt(0)))).toBeLessThan(256)
  expect(runInNewContext(escaped)).toBe(runInNewContext(code))
})
