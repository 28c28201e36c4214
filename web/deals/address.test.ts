import { expect, it } from 'vitest'
import { countActiveFilters, dealsAddress, readDealsAddress } from './address.ts'

const read = (search: string) => readDealsAddress(new URLSearchParams(search))

it('reads what it writes', () => {
  const address = { kind: 'products', price: '20000-50000', sort: 'price-down' } as const
  expect(dealsAddress(address)).toBe('/?deals=products&price=20000-50000&sort=price-down#deals')
  expect(read('deals=products&price=20000-50000&sort=price-down')).toEqual(address)
  expect(countActiveFilters(address)).toBe(2)
})

it('leaves out defaults and ignores unknown values', () => {
  expect(dealsAddress({ kind: '', price: '', sort: 'newest' })).toBe('/#deals')
  expect(read("deals=wallets&price=1';--&sort=constructor")).toEqual({ kind: '', price: '', sort: 'newest' })
})
