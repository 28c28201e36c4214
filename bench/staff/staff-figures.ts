import { type Figure, value } from '../figure.ts'
import { benchStaff, printStaff } from './staff.ts'

const MAX_MS = 300
const MAX_GROWTH = 3
const SHOWN = 8

/** The number of signed-in pages that are too slow at 100,000 orders, and the slowest of them. */
export async function staffFigures(): Promise<Figure[]> {
  const pages = (await benchStaff()).toSorted((a, b) => b.largeMs - a.largeMs)
  printStaff(pages)
  const slow = pages.filter(({ largeMs }) => largeMs > MAX_MS)
  const grown = pages.filter(({ largeMs, smallMs }) => largeMs > MAX_GROWTH * smallMs)
  return [
    value(`pages above ${MAX_MS} ms at 100,000 orders, of ${pages.length} of signed-in people`, slow.length, '', 0),
    value(`pages that take more than ${MAX_GROWTH} times what they take at some 800 orders`, grown.length, '', 0),
    ...pages
      .slice(0, SHOWN)
      .flatMap(({ page, largeMs, smallMs }) => [
        value(`${page} at 100,000 orders`, largeMs / 1000, ' s', page.endsWith('.csv') ? undefined : MAX_MS / 1000),
        value(`${page} at 100,000 orders, over its time at some 800`, largeMs / smallMs, '', MAX_GROWTH),
      ]),
  ]
}
