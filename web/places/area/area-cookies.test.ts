import { expect, it } from 'vitest'
import { areaCookies, areaFromCookies, stateCookieValues } from './area-cookies.ts'

const sent = (cookies: readonly string[]) => cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ')

it.each([
  ['Lagos', 'Ikeja'],
  ['Akwa Ibom', 'Urue Offong/Oruko'],
  ['Plateau', "Qua'an Pan"],
])('reads %s back', (state, lga) => {
  const cookies = areaCookies({ state, lga }, { secure: true })
  expect(areaFromCookies(sent(cookies))).toEqual({ state, lga })
  // Other values are not cached.
  expect(stateCookieValues()).toContain(cookies[0]?.split(/[=;]/)[1])
})

it.each([
  [null, null],
  ['area-state=Lagos', { state: 'Lagos', lga: null }],
  ['area-state=Lagos; area-lga=Port%20Harcourt', { state: 'Lagos', lga: null }],
  ['area-state=Atlantis; area-lga=Ikeja', null],
  ['area-state=%E0%A4%A; area-lga=Ikeja', null],
  ['area-lga=Ikeja', null],
])('reads only what exists: %s', (header, area) => {
  expect(areaFromCookies(header)).toEqual(area)
})
