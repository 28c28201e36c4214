import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from '../laws/imports.ts'

// `current_price` is the tier price at the number of participants. Below the minimum it exceeds the price that any
// buyer pays, so screens neither show it nor sort by it. domain/group-buys/price/shown-price.ts has the price to
// show.

const screens = sourceFiles().filter((file) => file.startsWith('web/') && !/\.test\.tsx?$/.test(file))

test('screens do not use current_price', () => {
  expect(screens.length).toBeGreaterThan(500)
  expect(screens.filter((file) => readsIt(readFileSync(file, 'utf8')))).toEqual([])
})

test('detects screens that show current_price or sort by it', () => {
  expect(
    ['naira(buy.current_price)', '({ current_price: now }) => now', ".order('current_price')"].filter(readsIt),
  ).toHaveLength(3)
})

/** True if the source uses the column. Types of rows do not count. */
const readsIt = (source: string): boolean =>
  /\.current_price\b|\bcurrent_price:|'current_price'/.test(
    source.replaceAll(/current_price: number \| null|Omit<\w+, 'current_price'>/g, ''),
  )
