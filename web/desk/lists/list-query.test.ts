import { expect, it } from 'vitest'
import { choice, readListQuery } from './list-query.ts'

const FILTERS = { search: {}, status: choice('State', 'All', { open: 'Open', ended: 'Ended' }) }
const read = (text: string) => readListQuery(new URLSearchParams(text), FILTERS)

it('reads the filters and the page', () => {
  expect(read('search= rice &status=open&page=2&other=1')).toEqual({ search: 'rice', status: 'open', page: 2 })
})

it('takes an unknown value for no filter', () => {
  expect(read('status=lost')).toEqual({ search: '', status: '', page: 1 })
})
