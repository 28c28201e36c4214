import { expect, it } from 'vitest'
import { buyerAct } from './buyer-act.ts'

const order = { status: 'paid', fulfilment: 'pickup', hasOpenPlace: true }

it.each([
  ['pay', { status: 'pending' }],
  ['collect', { status: 'ready' }],
  ['collect', { status: 'ready', hasOpenPlace: false }],
  ['choose-place', { hasOpenPlace: false }],
  ['choose-place', { status: 'confirmed', fulfilment: 'stockpile', hasOpenPlace: false }],
  [null, {}],
  [null, { fulfilment: 'delivery', hasOpenPlace: false }],
  [null, { status: 'refunding', hasOpenPlace: false }],
])('%s', (act, changes) => expect(buyerAct({ ...order, ...changes })).toBe(act))
