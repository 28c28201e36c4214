import { expect, test } from 'vitest'
import { SESSION_COOKIE } from '#api/session-cookie.ts'
import { CART_KEY } from '#domain/limits.ts'
import script from './quiet.js?raw'
import { THEME_COOKIE } from './theme/preference.ts'

test('the script that imports nothing knows the names that the others use', () => {
  expect(script).toContain(`cookie('${SESSION_COOKIE}')`)
  expect(script).toContain(`getItem('${CART_KEY}')`)
  expect(script).toContain(`\`${THEME_COOKIE}=`)
})
