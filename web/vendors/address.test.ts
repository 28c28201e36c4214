import { expect, it } from 'vitest'
import { readVendorAddress, vendorAddress } from './address.ts'

const read = (search: string) => readVendorAddress(new URLSearchParams(search))

it('reads what it writes', () => {
  const address = { search: 'rice', location: 'Benin City', sort: 'fastest', page: 2 } as const
  expect(vendorAddress(address)).toBe('/vendors?search=rice&location=Benin+City&sort=fastest&page=2')
  expect(read('search=+rice+&location=Benin+City&sort=fastest&page=2')).toEqual(address)
})

it('leaves out defaults and ignores unknown values', () => {
  expect(vendorAddress({ search: '', location: '', sort: 'rating', page: 1 })).toBe('/vendors')
  expect(read('sort=owner_id&page=-1')).toEqual({ search: '', location: '', sort: 'rating', page: 1 })
  expect(read(`search=${'x'.repeat(300)}&page=1e9`)).toMatchObject({ search: 'x'.repeat(100), page: 834 })
})
