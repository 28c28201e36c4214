import { expect, test } from 'vitest'
import { type Destination, destinationShort, destinationText } from './destination-texts.ts'

const destination = (facts: Partial<Destination> = {}): Destination => ({
  fulfilment: 'pickup',
  delivered_by: 'market',
  place: 'Ikeja hub',
  place_street: '1 Allen Avenue, Ikeja',
  place_hours: [{ day: 6, opens: '08:00', closes: '14:00' }],
  is_place_closed: false,
  zone: null,
  door: null,
  ...facts,
})

test('names the place with its street and hours, and that it has closed', () => {
  expect(destinationText(destination())).toBe('Pickup: Ikeja hub. 1 Allen Avenue, Ikeja. Open Sat 8 am to 2 pm')
  expect(destinationShort(destination({ fulfilment: 'stockpile', is_place_closed: true }))).toBe(
    'Stockpile: Ikeja hub (closed)',
  )
  expect(destinationText(destination({ place: null, place_street: null, place_hours: null }))).toBe(
    'Pickup: the shop says where',
  )
})

test('names the rider and the zone, and the door only if the viewer may see it', () => {
  const door = destination({ fulfilment: 'delivery', place: null, place_street: null, zone: 'Mainland' })
  expect(destinationText(door)).toBe('Our rider: Mainland')
  expect(destinationText({ ...door, delivered_by: 'vendor', door: 'Ada, 2 Kofo Road, Epe' })).toBe(
    'The shop’s rider: Mainland. To Ada, 2 Kofo Road, Epe',
  )
})
