import { expect, test } from 'vitest'
import { SESSION_COOKIE } from '#api/session-cookie.ts'
import { CART_KEY } from '#domain/limits.ts'
import codesScript from '#web/offline/cache-codes.js?raw'
import cachedCodes from '#web/offline/cached-codes.ts?raw'
import { CODES } from '#web/offline/worker/caches.js'
import { CODES_PAGE } from '#web/offline/worker/codes.js'
import { THEME_COOKIE } from '#web/theme/preference.ts'
import script from './hydrate-on-interaction.js?raw'

test('the script without imports uses the same names as the modules', () => {
  expect(script).toContain(`cookie('${SESSION_COOKIE}')`)
  expect(script).toContain(`getItem('${CART_KEY}')`)
  expect(script).toContain(`\`${THEME_COOKIE}=`)
})

test('the code that caches, serves and deletes the codes page uses the same names', () => {
  expect(codesScript).toContain(`const PAGE = '${CODES_PAGE}'`)
  for (const name of [`const CACHE = '${CODES}'`, "const OWNER = 'codes-cached-for'"]) {
    expect(codesScript).toContain(name)
    expect(cachedCodes).toContain(name)
  }
})
