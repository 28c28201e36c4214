import { expect, it } from 'vitest'
import { joinPath } from '#domain/group-buys/participants/join-path.ts'
import { nextFromUrl } from './auth-links.ts'

const BUY = '0b7c1f0a-8a51-4f0e-9a6b-1d2c3e4f5a6b'

const next = (search: string) => nextFromUrl(new URL(`https://market.test/auth?${search}`))

it('adds the quantity of the form on a buy’s page to the path to return to', () => {
  expect(next(`next=/group-buys/${BUY}&quantity=3`)).toBe(`/group-buys/${BUY}?quantity=3`)
  expect(next(`next=${encodeURIComponent(joinPath(BUY, 3))}`)).toBe(`/group-buys/${BUY}?quantity=3`)
  expect(next(`next=/group-buys/${BUY}&quantity=many`)).toBe(`/group-buys/${BUY}`)
  expect(next('next=/cart&quantity=3')).toBe('/cart')
  expect(next('quantity=3')).toBeNull()
  expect(next(`next=//evil.example/group-buys/${BUY}&quantity=3`)).toBeNull()
})
