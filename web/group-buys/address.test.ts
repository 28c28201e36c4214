import { expect, test } from 'vitest'
import { buyAddress, readBuyAddress } from './address.ts'

test('the address round-trips the state of the list', () => {
  const address = readBuyAddress(new URLSearchParams('search=rice&category=grains&location=Jos&sort=price-up&page=2'))
  expect(address).toEqual({
    search: 'rice',
    category: 'grains',
    vendor: '',
    location: 'Jos',
    sort: 'price-up',
    page: 2,
  })
  expect(readBuyAddress(new URLSearchParams(buyAddress(address).split('?')[1]))).toEqual(address)
})

test('defaults are left out', () => {
  expect(buyAddress(readBuyAddress(new URLSearchParams('sort=ending&page=1')))).toBe('/group-buys')
})

test('malformed values become defaults', () => {
  const address = readBuyAddress(new URLSearchParams('page=-3&sort=drop table&search=%00 rice%07'))
  expect([address.page, address.sort, address.search]).toEqual([1, 'ending', 'rice'])
  expect(readBuyAddress(new URLSearchParams('page=1.5')).page).toBe(1)
  expect(readBuyAddress(new URLSearchParams({ search: 'x'.repeat(500) })).search).toHaveLength(100)
})
