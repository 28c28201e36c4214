import { expect, it } from 'vitest'
import { choice, DAYS, readListQuery, sortedBy, withinDays } from './list-query.ts'

const FILTERS = { search: {}, status: choice('State', 'All', { open: 'Open', ended: 'Ended' }) }
const read = (text: string) => readListQuery(new URLSearchParams(text), FILTERS)

it('reads the filters and the page', () => {
  expect(read('search= rice &status=open&page=2&other=1')).toEqual({
    search: 'rice',
    status: 'open',
    page: 2,
    sort: '',
  })
})

it('takes an unknown value for no filter', () => {
  expect(read('status=lost')).toEqual({ search: '', status: '', page: 1, sort: '' })
})

it('takes only the orders that the list has', () => {
  const sorts = { name: 'business_name' }
  const sortOf = (text: string) => readListQuery(new URLSearchParams(text), {}, sorts).sort
  expect(['sort=name', 'sort=-name', 'sort=--name', 'sort=owner_id', 'sort=toString'].map(sortOf)).toEqual([
    'name',
    '-name',
    '',
    '',
    '',
  ])
  const calls: unknown[] = []
  const query = {
    order(...args: unknown[]) {
      calls.push(args)
      return query
    },
  }
  sortedBy(query, sorts, { sort: '', fallback: '-name' })
  sortedBy(query, sorts, { sort: 'name', fallback: '-name' })
  expect(calls).toEqual([
    ['business_name', { ascending: false, nullsFirst: false }],
    ['business_name', { ascending: true, nullsFirst: false }],
  ])
})

it('takes only amounts of naira that are not negative', () => {
  const least = (text: string) =>
    readListQuery(new URLSearchParams({ least: text }), { least: { isNaira: true } }).least
  expect(['500', '₦1,200.50', '-5', 'abc', '9'.repeat(30)].map(least)).toEqual(['500', '₦1,200.50', '', '', ''])
})

it('reads days, which begin and end in Lagos', () => {
  const days = readListQuery(new URLSearchParams('from=2026-03-01&until=2026-02-30'), DAYS)
  expect(days).toMatchObject({ from: '2026-03-01', until: '' })
  const absurd = readListQuery(new URLSearchParams('from=0000-01-05&until=9999-12-31'), DAYS)
  expect(absurd).toMatchObject({ from: '', until: '' })
  const calls: unknown[] = []
  const query = {
    gte(...args: unknown[]) {
      calls.push(['gte', ...args])
      return query
    },
    lt(...args: unknown[]) {
      calls.push(['lt', ...args])
      return query
    },
  }
  withinDays(query, 'at', { from: '2026-03-01', until: '2026-03-01' })
  expect(calls).toEqual([
    ['gte', 'at', '2026-02-28T23:00:00.000Z'],
    ['lt', 'at', '2026-03-01T23:00:00.000Z'],
  ])
})
