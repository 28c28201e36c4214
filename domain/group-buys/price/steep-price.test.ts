import { expect, test } from 'vitest'
import { isSteep, steepQuestion } from './steep-price.ts'

test('a price is steep from more than 40% below its base on', () => {
  expect(isSteep(215_000n, 129_000n)).toBe(false)
  expect(isSteep(215_000n, 128_999n)).toBe(true)
})

test('the question states both prices and their difference', () => {
  expect(steepQuestion(215_000n, 2_000n, 'paint bucket')).toBe(
    '₦20 a paint bucket is 99% below ₦2,150. If you mean it, type the price once more.',
  )
})
