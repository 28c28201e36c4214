import { expect, it } from 'vitest'
import { checkoutAddress, readLines, toLineInput } from './checkout-address.ts'

const id = '0b0f6b0e-6a53-4c7e-9a34-0d1f6c1b2a3d'
const item = { productId: id, name: 'Ofada rice', price: 68000.5, quantity: 2, unit: 'bag', image: '' }

it('carries a line to checkout and back', () => {
  const address = checkoutAddress([toLineInput(item)])
  expect(address).toBe(`/checkout?line=${id}.2.6800050`)
  const sent = new URLSearchParams(address.split('?')[1]).getAll('line')
  expect(readLines(sent)).toEqual([{ productId: id, quantity: 2, seenKobo: 6_800_050 }])
})

it('leaves out malformed lines and repeated products', () => {
  const lines = [`${id}.2.100`, `${id.toUpperCase()}.3.100`, `${id}.0.100`, `${id}.1.5.1`, 'x.1.1', `${id}.1`, '', null]
  expect(readLines(lines)).toEqual([{ productId: id, quantity: 2, seenKobo: 100 }])
  expect(readLines([`${id}.1.-5`, `${id}.1e3.5`, `${id}.9999999999.5`])).toEqual([])
})
