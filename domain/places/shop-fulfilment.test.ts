import { describe, expect, it } from 'vitest'
import { type ShopFulfilment, shopFulfilment, statesOfFulfilment, statesToConfirm } from './shop-fulfilment.ts'

const place = (state: string, vendor_id: string | null = null) => ({
  name: `${state} hub`,
  street: '1 Market Road',
  lga: 'Ikeja',
  state,
  opening_hours: [],
  closed_days: [],
  vendor_id,
})
const zone = (state: string, vendor_id: string | null = null) => ({
  id: `${state} ${vendor_id}`,
  state,
  lgas: [],
  fee_kobo: 150_000,
  delivery_hours: [],
  vendor_id,
})
const ways = (state: string, { places = [state], zones = [state] } = {}): ShopFulfilment => ({
  id: 'shop',
  city: 'Town',
  state,
  places: places.map((one) => place(one)),
  zones: zones.map((one) => zone(one)),
})

it('offers a shop the places and zones of the market in its state, and its own', () => {
  const open = {
    places: [place('Lagos'), place('Rivers'), place('Ogun', 'sade'), place('Lagos', 'oje')],
    zones: [zone('Lagos'), zone('Rivers'), zone('Lagos', 'oje'), zone('Ogun', 'sade')],
  }
  const { places, zones } = shopFulfilment({ id: 'sade', city: 'Ikeja', state: 'Lagos' }, open)
  expect(places.map(({ name }) => name)).toEqual(['Lagos hub', 'Ogun hub'])
  expect(zones.map(({ id }) => id)).toEqual(['Lagos null'])
})

it('names the shop’s own state first, and that alone while it has neither place nor zone', () => {
  expect(statesOfFulfilment(ways('Lagos', { places: ['Ogun'] }))).toEqual(['Lagos', 'Ogun'])
  expect(statesOfFulfilment(ways('Lagos', { places: ['Ogun'], zones: [] }))).toEqual(['Ogun'])
  expect(statesOfFulfilment(ways('Kano', { places: [], zones: [] }))).toEqual(['Kano'])
})

describe('what a buyer confirms before ordering', () => {
  const lagos = ways('Lagos')
  const rivers = ways('Rivers')
  it.each([
    ['nothing in the own state', [lagos, lagos], 'Lagos', []],
    ['another state', [lagos, rivers], 'Lagos', ['Rivers']],
    ['each other state once', [rivers, ways('Kano'), rivers], 'Lagos', ['Kano', 'Rivers']],
    ['nothing for one shop, without an own state', [rivers], null, []],
    ['different states of one cart', [rivers, lagos], null, ['Lagos', 'Rivers']],
    ['nothing if one state has all goods', [ways('Ogun', { places: ['Lagos'], zones: [] }), lagos], null, []],
    ['nothing if the goods also come to the own state', [ways('Lagos', { places: ['Ogun'] })], 'Ogun', []],
    ['nothing for an empty cart', [], null, []],
  ])('is %s', (_, shops, own, states) => {
    expect(statesToConfirm(shops, own)).toEqual(states)
  })
})
