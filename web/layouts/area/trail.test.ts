import { describe, expect, it } from 'vitest'
import { areaForPath, areas } from '../areas.ts'
import { bySection, sectionOf } from './section.ts'
import { trailOf } from './trail.ts'

const trail = (pathname: string) => {
  const area = areaForPath(pathname)
  return trailOf(area?.links ?? [], pathname).map(({ to, label }) => `${label} ${to}`)
}

describe('the breadcrumb', () => {
  it.each(['/chief/orders', '/vendor/packing', '/work', '/chief/search', '/manager/shortcuts', '/chief/orders/'])(
    'is empty at %s',
    (pathname) => {
      expect(trail(pathname)).toEqual([])
    },
  )
  it.each([
    ['/chief/orders/7', ['Orders /chief/orders']],
    ['/manager/vendors/7', ['Vendors /manager/vendors']],
    ['/manager/buys/7', ['Products /manager/products']],
    ['/coordinator/people/7', ['Customers /coordinator/customers']],
    ['/manager/payments/7', ['Orders /manager/orders']],
    ['/chief/banners/7', ['Settings /chief/settings']],
    ['/chief/payments/7', ['Payments /chief/payments']],
    ['/chief/claims/lots/7', ['Claims /chief/claims']],
    ['/vendor/orders/7/give-back', ['Orders /vendor/orders', 'Order /vendor/orders/7']],
    [
      '/vendor/products/buys/7/extend',
      ['Products /vendor/products', 'Group buys /vendor/products/buys', 'Group buy /vendor/products/buys/7'],
    ],
    ['/vendor/products/7', ['Products /vendor/products']],
    ['/chief/ledger/accounts/7', ['Ledger /chief/ledger', 'Accounts /chief/ledger/accounts']],
    ['/chief/places/zones/7', ['Places /chief/places', 'Delivery zones /chief/places/zones']],
    ['/content/deals/new', ['Featured deals /content/deals']],
    ['/blog/edit/7', ['Blog posts /content/posts']],
    ['/weigh-in/hub/buy/7', ['Weigh-in /weigh-in']],
  ])('of %s', (pathname, expected) => {
    expect(trail(pathname)).toEqual(expected)
  })
})

it('a page belongs to the longest link above it', () => {
  const links = [
    { to: '/a/b', label: 'B' },
    { to: '/a/b/c', label: 'C' },
  ]
  expect(sectionOf(links, '/a/b/c/d')?.label).toBe('C')
  expect(sectionOf(links, '/a/bc')).toBeNull()
})

it('what waits on the pages below a link counts there', () => {
  const counts = { '/manager/messages': 2, '/manager/messages/inbox': 3, '/manager/vendors': 1, '/elsewhere': 9 }
  expect(bySection(areas.manager.links, counts)).toEqual({ '/manager/messages': 5, '/manager/vendors': 1 })
})
