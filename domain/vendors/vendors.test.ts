import { expect, it } from 'vitest'
import { errorsInEnglish } from '#domain/forms/validation.ts'
import { NIGERIAN_STATES } from '#domain/geography/nigerian-states.ts'
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
  const errorsOf = (changes: Partial<typeof shop>) => {
    const checked = checkVendorApplication({ ...shop, ...changes })
    return checked.ok ? {} : errorsInEnglish(checked.errors)
  }
  expect(errorsOf({ phone: '', address: '' })).toEqual({ phone: 'Phone is required.', address: 'Address is required.' })
  expect(errorsOf({ state: 'Kent' })).toEqual({ state: 'Please choose a state.' })
})
