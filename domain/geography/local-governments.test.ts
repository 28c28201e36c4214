import { expect, test } from 'vitest'
import { isLocalGovernment, localGovernments } from './local-governments.ts'
import { NIGERIAN_STATES } from './nigerian-states.ts'

/** Number by state according to the constitution, including the six area councils. */
const AMOUNTS = {
  Abia: 17,
  Adamawa: 21,
  'Akwa Ibom': 31,
  Anambra: 21,
  Bauchi: 20,
  Bayelsa: 8,
  Benue: 23,
  Borno: 27,
  'Cross River': 18,
  Delta: 25,
  Ebonyi: 13,
  Edo: 18,
  Ekiti: 16,
  Enugu: 17,
  FCT: 6,
  Gombe: 11,
  Imo: 27,
  Jigawa: 27,
  Kaduna: 23,
  Kano: 44,
  Katsina: 34,
  Kebbi: 21,
  Kogi: 21,
  Kwara: 16,
  Lagos: 20,
  Nasarawa: 13,
  Niger: 25,
  Ogun: 20,
  Ondo: 18,
  Osun: 30,
  Oyo: 33,
  Plateau: 17,
  Rivers: 23,
  Sokoto: 23,
  Taraba: 16,
  Yobe: 17,
  Zamfara: 14,
}

test('there are 774, each once in its state', () => {
  const all = NIGERIAN_STATES.map((state) => localGovernments(state))
  expect(Object.fromEntries(NIGERIAN_STATES.map((state, at) => [state, all[at]?.length]))).toEqual(AMOUNTS)
  expect(all.flat()).toHaveLength(774)
  for (const names of all) expect(new Set(names).size).toBe(names.length)
})

test('each belongs to its state only', () => {
  expect([isLocalGovernment('Lagos', 'Surulere'), isLocalGovernment('Oyo', 'Surulere')]).toEqual([true, true])
  expect(isLocalGovernment('Kano', 'Surulere')).toBe(false)
  expect(isLocalGovernment('toString', 'Surulere')).toBe(false)
})
