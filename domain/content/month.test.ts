import fc from 'fast-check'
import { expect, it } from 'vitest'
import { barsOf, daysOf, readMonth } from './month.ts'

const NOW = new Date('2026-03-31T23:30:00Z')
const run = (id: string, from: string | null, to: string | null) => ({ id, title: id, place: 'home.top', from, to })

it('reads a month, and is the current one in Lagos for anything else', () => {
  const march = readMonth('2026-03', NOW)
  expect(march.days).toHaveLength(31)
  expect(march).toMatchObject({
    from: '2026-02-28T23:00:00.000Z',
    to: '2026-03-31T23:00:00.000Z',
    previous: '2026-02',
    next: '2026-04',
  })
  expect(readMonth('2028-02', NOW).days.at(-1)).toBe('2028-02-29')
  expect(readMonth('2026-12', NOW).next).toBe('2027-01')
  // It is past midnight in Lagos.
  for (const text of [null, '', '2026-13', '1999-01', '2026-3', "2026-03'--", '9999-99'])
    expect(readMonth(text, NOW).month).toBe('2026-04')
})

it('a run has Lagos days, and its last one has some of it', () => {
  expect(daysOf(run('a', '2026-03-01T23:30:00Z', '2026-03-05T23:00:00Z'))).toEqual({
    first: '2026-03-02',
    last: '2026-03-05',
  })
  expect(daysOf(run('a', null, null))).toEqual({ first: null, last: null })
  expect(daysOf(run('post', '2026-03-01T23:00:00Z', '2026-03-01T23:00:00Z'))).toEqual({
    first: '2026-03-02',
    last: '2026-03-02',
  })
})

it('places bars in the month, those of the same days in rows of their own', () => {
  const month = readMonth('2026-03', NOW)
  const bars = barsOf(
    [
      run('a', null, '2026-03-10T10:00:00Z'),
      run('b', '2026-03-08T10:00:00Z', '2026-05-10T10:00:00Z'),
      run('c', '2026-03-11T10:00:00Z', '2026-03-12T10:00:00Z'),
      run('before', '2026-01-11T10:00:00Z', '2026-02-12T10:00:00Z'),
      run('after', '2026-04-11T10:00:00Z', null),
    ],
    month,
  )
  expect(bars.map(({ run: { id }, firstColumn, lastColumn, row }) => [id, firstColumn, lastColumn, row])).toEqual([
    ['a', 1, 10, 1],
    ['b', 8, 31, 2],
    ['c', 11, 12, 1],
  ])
  expect(bars.map(({ beganBefore, goesOn }) => [beganBefore, goesOn])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ])
})

it('gives a short run room for its title, as far as the month goes', () => {
  const at = (day: string) => run(day, `2026-03-${day}T10:00:00Z`, `2026-03-${day}T10:00:00Z`)
  const bars = barsOf([at('02'), at('05'), at('09'), at('30')], readMonth('2026-03', NOW), { leastDays: 7 })
  expect(bars.map(({ firstColumn, lastColumn, row }) => [firstColumn, lastColumn, row])).toEqual([
    [2, 8, 1],
    [5, 11, 2],
    [9, 15, 1],
    [30, 31, 1],
  ])
})

it('no two bars of a row share a day', () => {
  const day = fc.integer({ min: 1, max: 40 })
  fc.assert(
    fc.property(fc.array(fc.tuple(day, day), { maxLength: 12 }), (lengths) => {
      const month = readMonth('2026-03', NOW)
      const start = Date.parse(month.from)
      const runs = lengths.map(([from, length], index) =>
        run(
          String(index),
          new Date(start + from * 864e5).toISOString(),
          new Date(start + (from + length) * 864e5).toISOString(),
        ),
      )
      const taken = new Set<string>()
      for (const { row, firstColumn, lastColumn } of barsOf(runs, month))
        for (let column = firstColumn; column <= lastColumn; column += 1) {
          expect(taken.has(`${row} ${column}`)).toBe(false)
          taken.add(`${row} ${column}`)
        }
    }),
  )
})
