import { expect, test } from 'vitest'
import { errorsInEnglish } from '#domain/forms/validation.ts'
import { checkAddress } from './address-draft.ts'
import { checkZone } from './delivery-zone.ts'
import { findZone, type Zone } from './find-zone.ts'
import { mapLink } from './map-link.ts'
import { hoursText, openingHours } from './opening-hours.ts'
import { checkPlace } from './place-draft.ts'

const address = {
  label: 'Home',
  recipient: 'Ada Obi',
  phone: '0803 123 4567',
  street: '12 Bode Thomas Street',
  landmark: '',
  state: 'Lagos',
  lga: 'Surulere',
}

test.each([
  '0803 123 4567',
  '+234 803 123 4567',
  '2348031234567',
  '+234 (0) 803-123-4567',
  '8031234567',
  '00234 8031234567',
])('the number %s is one and the same', (phone) => {
  expect(checkAddress({ ...address, phone })).toMatchObject({ ok: true, value: { phone: '+2348031234567' } })
})

test.each([
  '',
  '0803 123 456',
  '0203 123 4567',
  '+44 7700 900123',
  '08031234567 08031234568',
  'call me',
  '٠٨٠٣١٢٣٤٥٦٧',
])('the number "%s" is refused', (phone) => {
  expect(checkAddress({ ...address, phone })).toMatchObject({ ok: false, errors: { phone: expect.any(String) } })
})

test('rejects a local government of another state, in addresses, places and zones', () => {
  const checked = checkAddress({ ...address, lga: 'Dala' })
  expect(checked.ok ? {} : errorsInEnglish(checked.errors)).toEqual({
    lga: 'Please choose a local government of Lagos.',
  })
  const zone = { name: 'Mainland', state: 'Lagos', lgas: ['Ikeja', 'Dala'], fee_kobo: 100, delivered_by: 'market' }
  expect(checkZone(zone)).toMatchObject({ ok: false, errors: { lgas: 'Dala is no local government of Lagos.' } })
})

const place = {
  name: 'Yaba hub',
  state: 'Lagos',
  lga: 'Lagos Mainland',
  street: '31 Herbert Macaulay Way',
  instructions: '',
  latitude: '6.509491234',
  longitude: '3.37111',
  phone: '',
  stockpile_capacity_kg: '500',
  opening_hours: [{ day: 1, opens: '08:00', closes: '18:00' }],
}

test('a place must have coordinates within Nigeria, rounded to about a metre, and opening hours', () => {
  expect(checkPlace(place)).toMatchObject({ ok: true, value: { latitude: 6.50949, longitude: 3.37111, phone: null } })
  expect(checkPlace({ ...place, latitude: '51.5' })).toMatchObject({ errors: { latitude: expect.any(String) } })
  expect(checkPlace({ ...place, longitude: '' })).toMatchObject({
    errors: { latitude: 'Fill in latitude and longitude, or neither.' },
  })
  expect(checkPlace({ ...place, opening_hours: [] })).toMatchObject({ errors: { opening_hours: expect.any(String) } })
  expect(mapLink({ latitude: null, longitude: null })).toBeNull()
})

test('formats opening hours with grouped days', () => {
  const week = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '08:00', closes: '18:00' }))
  const saturday = { day: 6, opens: '09:30', closes: '12:00' }
  expect(hoursText([...week, saturday, { day: 7, opens: '13:00', closes: '17:00' }])).toBe(
    'Mon to Fri 8 am to 6 pm, Sat 9:30 am to 12 noon, Sun 1 pm to 5 pm',
  )
  expect(
    hoursText([
      { day: 1, opens: '00:00', closes: '12:00' },
      { day: 3, opens: '00:00', closes: '12:00' },
    ]),
  ).toBe('Mon 12 midnight to 12 noon, Wed 12 midnight to 12 noon')
})

test.each([
  [[{ day: 8, opens: '08:00', closes: '18:00' }], 'A day is a number from 1, Monday, to 7, Sunday.'],
  [[{ day: 2, opens: '18:00', closes: '08:00' }], 'Tuesday: it must close after it opens.'],
  [[{ day: 2, opens: '8', closes: '18:00' }], 'Tuesday: fill in both times, such as 08:00 and 18:00, or neither.'],
  [
    [
      { day: 3, opens: '08:00', closes: '13:00' },
      { day: 3, opens: '12:00', closes: '18:00' },
    ],
    'Wednesday: its hours overlap.',
  ],
  [[null], 'A day is a number from 1, Monday, to 7, Sunday.'],
])('hours %j are refused', (hours, error) => {
  expect(openingHours(hours)).toEqual({ error })
})

test('the zone of an address: the shop’s own, then the local government’s, then the cheaper one', () => {
  const zone = (id: string, facts: Partial<Zone>): Zone => ({
    id,
    state: 'Lagos',
    lgas: [],
    fee_kobo: 200,
    vendor_id: null,
    ...facts,
  })
  const zones = [
    zone('state', { fee_kobo: 100 }),
    zone('dear', { lgas: ['Ikeja'], fee_kobo: 300 }),
    zone('near', { lgas: ['Ikeja', 'Epe'] }),
    zone('foreign shop', { vendor_id: 'other', fee_kobo: 1 }),
    zone('own', { vendor_id: 'mine', lgas: ['Epe'], fee_kobo: 900 }),
    zone('Kano', { state: 'Kano' }),
  ]
  const at = (lga: string, state = 'Lagos') =>
    findZone(zones, { shop: { id: 'mine', state: 'Lagos' }, address: { state, lga } })?.id
  expect([at('Ikeja'), at('Epe'), at('Badagry'), at('Dala', 'Kano')]).toEqual(['near', 'own', 'state', undefined])
})
