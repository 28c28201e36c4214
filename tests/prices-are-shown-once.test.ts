import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './laws/imports.ts'

// `current_price` is the tier of those who have joined. Below the minimum it is above the most that anybody pays, so no screen shows it and no
// list is sorted by it:
// domain/group-buys/shown-price.ts has the price to show (design.md 9).

const screens = sourceFiles().filter((file) => file.startsWith('web/') && !/\.test\.tsx?$/.test(file))

test('screens take the price of a group buy from one function', () => {
  expect(screens.length).toBeGreaterThan(500)
  expect(screens.filter((file) => readsIt(readFileSync(file, 'utf8')))).toEqual([])
})

test('a screen that shows the tier itself, or sorts by it, is found', () => {
  expect(
    ['naira(buy.current_price)', '({ current_price: now }) => now', ".order('current_price')"].filter(readsIt),
  ).toHaveLength(3)
})

/** Its type, as the table brings it, reads nothing. */
const readsIt = (source: string): boolean =>
  /\.current_price\b|\bcurrent_price:|'current_price'/.test(source.replaceAll('current_price: number | null', ''))
