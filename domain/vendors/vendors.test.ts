import { expect, it } from 'vitest'
import { NIGERIAN_STATES } from '#domain/nigerian-states.ts'
import { vendorSort } from './sorts.ts'
import { checkVendorApplication } from './vendor-application.ts'

it('sorts shops as the specification lists, best rated first otherwise', () => {
  expect(vendorSort('fastest')).toMatchObject({ column: 'average_delivery_time', ascending: true })
  expect(vendorSort('x').key).toBe('rating')
})

it('accepts a shop’s application', () => {
  const shop = {
    business_name: 'Mama Bisi Foods',
    description: 'Rice and beans from the mill.',
    location: 'Ibadan',
    state: 'Oyo',
    phone: '0803 123 4567',
    address: '4 Market Road',
  }
  expect(NIGERIAN_STATES).toHaveLength(37)
  expect(checkVendorApplication(shop)).toMatchObject({ ok: true, value: { phone: '+2348031234567' } })
  expect(checkVendorApplication({ ...shop, phone: '', address: '' })).toMatchObject({
    errors: { phone: 'Phone is required.', address: 'Address is required.' },
  })
  expect(checkVendorApplication({ ...shop, state: 'Kent' })).toMatchObject({
    errors: { state: 'Please choose a state.' },
  })
})
