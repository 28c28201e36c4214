import { expect, test } from 'vitest'
import { SESSION_COOKIE } from '#api/session-cookie.ts'
import { CART_KEY } from '#domain/limits.ts'
import codesScript from '../offline/cache-codes.js?raw'
import cachedCodes from '../offline/cached-codes.ts?raw'
import codesWorker from '../public/codes-worker.js?raw'
import { THEME_COOKIE } from '../theme/preference.ts'
import script from './hydrate-on-interaction.js?raw'

test('the script without imports uses the same names as the modules', () => {
  expect(script).toContain(`cookie('${SESSION_COOKIE}')`)
  expect(script).toContain(`getItem('${CART_KEY}')`)
  expect(script).toContain(`\`${THEME_COOKIE}=`)
})

test('the code that caches, serves and deletes the codes page uses the same names', () => {
  for (const name of ["const CACHE = 'codes'", "const PAGE = '/account/codes'"]) {
    expect(codesScript).toContain(name)
    expect(codesWorker).toContain(name)
  }
  for (const name of ["const CACHE = 'codes'", "const OWNER = 'codes-cached-for'"]) {
    expect(codesScript).toContain(name)
    expect(cachedCodes).toContain(name)
  }
})
