import { expect, it } from 'vitest'
import { bagsOf } from '../day/bags.ts'
import { packingLine } from '../testing.ts'
import { labelPieces } from './label-pieces.ts'

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => packingLine({ product_name: `Food ${index}`, product_id: `${index}` }))

it('prints a bag on one label while its goods fit', () => {
  expect(labelPieces(bagsOf(names(4))).map(({ lines, part, parts }) => [lines.length, part, parts])).toEqual([
    [4, 1, 1],
  ])
})

it('continues on the next label, and loses no goods', () => {
  const pieces = labelPieces(bagsOf(names(12)))
  expect(pieces.length).toBeGreaterThan(1)
  expect(pieces.flatMap(({ lines }) => lines.map(({ product_id: id }) => id))).toEqual(
    names(12).map(({ product_id: id }) => id),
  )
  expect(pieces.map(({ part }) => part)).toEqual(pieces.map((_, index) => index + 1))
  expect(new Set(pieces.map(({ parts }) => parts))).toEqual(new Set([pieces.length]))
})

it('gives a long name and long goods the space that they need', () => {
  const long = 'Kebbi long grain parboiled rice from Argungu, first grade'
  const [short, named] = [names(4), names(4).map((one) => ({ ...one, buyer_name: 'Oluwadamilola Adebayo-Ogunleye' }))]
  expect(labelPieces(bagsOf(short))).toHaveLength(1)
  expect(labelPieces(bagsOf(named)).length).toBeGreaterThan(1)
  expect(labelPieces(bagsOf([packingLine({ product_name: long }), packingLine({ product_name: long })]))).toHaveLength(
    2,
  )
})
