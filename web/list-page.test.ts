import { expect, it } from 'vitest'
import { choiceParam, idParam, likeText, listPage, pageParam, pathWithParams, rowRange } from './list-page.ts'

const params = (text: string) => new URLSearchParams(text)

it('reads a page and its rows', () => {
  expect(pageParam(params('page=3'))).toBe(3)
  for (const odd of ['page=0', 'page=-1', 'page=1.5', 'page=x', '']) expect(pageParam(params(odd))).toBe(1)
  expect(rowRange(2)).toEqual([25, 49])
  expect(pageParam(params('page=1e9'))).toBe(400)
  expect(pageParam(params('page=1e9'), 12)).toBe(834)
})

it('accepts only known values and real ids', () => {
  expect(choiceParam(params('status=paid'), 'status', ['paid', 'pending'])).toBe('paid')
  expect(choiceParam(params('status=drop table'), 'status', ['paid'])).toBe('')
  expect(idParam(params('buy=1'), 'buy')).toBe('')
})

it('writes an address without defaults', () => {
  expect(pathWithParams('/x', { status: '', page: 1 })).toBe('/x')
  expect(pathWithParams('/x', { status: 'paid', page: 2 })).toBe('/x?status=paid&page=2')
})

it('searches for words, not punctuation', () => {
  expect(likeText('ri%ce,*(x)')).toBe('%ri%ce%x%')
  expect(likeText('Eggs, large')).toBe('%Eggs%large%')
})

it('shows a page past the end as empty, and an error with its message', () => {
  const fault = { message: 'range' }
  expect(listPage({ data: null, error: fault, status: 416 })).toMatchObject({ rows: [], failure: null })
  expect(listPage({ data: null, error: fault, status: 400 })).toMatchObject({ rows: [], failure: 'range' })
  expect(listPage({ data: [1], count: 26, error: null, status: 200 })).toMatchObject({ count: 26, pageCount: 2 })
})

it('has pages for the rows that were counted, and says that there are more', () => {
  const page = (count: number) => listPage({ data: [1], count, error: null, status: 206 })
  expect(page(10_000)).toMatchObject({ pageCount: 400, hasMore: false })
  expect(page(250_000)).toMatchObject({ pageCount: 400, hasMore: true })
})
