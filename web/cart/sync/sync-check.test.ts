import { expect, test } from 'vitest'
import { CART_KEY } from '#domain/limits.ts'
import { RECORD_KEY, UNSENT_KEY } from './cart-keys.ts'
import script from './sync-check.js?raw'
import { lineSignature } from './sync-record.ts'

const RICE = { productId: 'rice', name: 'Rice', price: 68000.29, quantity: 2, unit: 'bag', image: '' }
const toRecord = (owner: string, base: object) => ({ owner, base, changedAt: {}, stays: [] })
const THEIRS = toRecord('ada', { rice: lineSignature(RICE) })

test.each([
  ['a visitor without a cart', null, {}, true],
  ['a visitor whose cart the browser keeps', null, { items: [RICE] }, false],
  ['somebody whose cart is their account’s', 'ada', { items: [RICE], record: THEIRS }, true],
  ['somebody whose browser has no cart yet', 'ada', {}, true],
  ['somebody who changed it without a network', 'ada', { items: [{ ...RICE, quantity: 3 }], record: THEIRS }, false],
  ['somebody who took all out without a network', 'ada', { items: [], record: THEIRS }, false],
  ['somebody who chose before signing in', 'ada', { items: [RICE] }, false],
  ['somebody on a phone with another’s cart', 'obi', { items: [RICE], record: THEIRS }, false],
  ['a visitor after somebody who signed out elsewhere', null, { items: [], record: toRecord('ada', {}) }, false],
  ['somebody with changes set aside', 'ada', { unsent: { owner: 'ada', changes: [] } }, false],
  ['somebody beside changes set aside for another', 'obi', { unsent: { owner: 'ada', changes: [] } }, true],
  ['a visitor beside changes set aside', null, { unsent: { owner: 'ada', changes: [] } }, true],
] as [string, string | null, StoredCart, boolean][])('the cart of %s', (_who, reader, stored, sleeps) => {
  expect(run(reader, stored)).toEqual({ woken: !sleeps, emptyShown: sleeps })
})

interface StoredCart {
  items?: unknown[]
  record?: unknown
  unsent?: unknown
}

/** Runs the script against a stubbed local storage. */
function run(reader: string | null, { items, record, unsent }: StoredCart) {
  const storage: Record<string, unknown> = {
    ...(items && { [CART_KEY]: { state: { items }, version: 0 } }),
    ...(record ? { [RECORD_KEY]: record } : {}),
    ...(unsent ? { [UNSENT_KEY]: unsent } : {}),
  }
  const localStorage = { getItem: (key: string) => (storage[key] === undefined ? null : JSON.stringify(storage[key])) }
  const place = { hidden: true }
  const document = {
    documentElement: { dataset: reader === null ? {} : { reader } },
    querySelectorAll: () => [place],
  }
  let woken = false
  const dispatchEvent = ({ type }: Event) => {
    woken ||= type === 'hydrate'
  }
  new Function('localStorage', 'document', 'addEventListener', 'dispatchEvent', script)(
    localStorage,
    document,
    () => undefined,
    dispatchEvent,
  )
  return { woken, emptyShown: !place.hidden }
}
