import { expect, it } from 'vitest'
import { columnId, nextSort, readListView, viewOf, withDensity, withHidden, withParams } from './list-view.ts'

const params = new URLSearchParams('status=open&page=3&hide=place&rows=compact&sort=-orders')

it('reads hidden columns, density and order', () => {
  expect(readListView(params)).toEqual({ hidden: ['place'], isCompact: true, sort: '-orders' })
  expect(readListView(new URLSearchParams('hide=..<b>.signed-up'))).toEqual({
    hidden: ['signed-up'],
    isCompact: false,
    sort: '',
  })
})

it('names columns by their header', () => {
  expect(columnId('Joined (paid)')).toBe('joined-paid')
  expect(columnId('State of the shop')).toBe('state-of-the-shop')
})

it('sorts by a column, then the other way round; figures from the highest', () => {
  expect(nextSort('', { sort: 'name' })).toBe('name')
  expect(nextSort('name', { sort: 'name' })).toBe('-name')
  expect(nextSort('-name', { sort: 'name' })).toBe('name')
  expect(nextSort('name', { sort: 'orders', numeric: true })).toBe('-orders')
  expect(nextSort('-orders', { sort: 'orders', numeric: true })).toBe('orders')
})

it('keeps the filters and leaves the page', () => {
  expect(withParams('/chief/vendors', params, { sort: 'name' })).toBe(
    '/chief/vendors?status=open&hide=place&rows=compact&sort=name',
  )
  expect(withParams('/chief/vendors', params, { status: '' })).toBe(
    '/chief/vendors?hide=place&rows=compact&sort=-orders',
  )
  expect(withHidden('/chief/vendors', params, ['place', 'orders'])).toContain('page=3&hide=place.orders')
  expect(withDensity('/chief/vendors', params, false)).toBe('/chief/vendors?status=open&page=3&hide=place&sort=-orders')
})

it('saves everything but the page, in one spelling', () => {
  expect(viewOf(params)).toBe('hide=place&rows=compact&sort=-orders&status=open')
  expect(viewOf(new URLSearchParams('sort=-orders&status=open&search=&done=saved&older=x'))).toBe(
    'sort=-orders&status=open',
  )
})
