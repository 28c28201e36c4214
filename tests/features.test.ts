import { describe, expect, test } from 'vitest'
import { FEATURES, featuresHaveOneName, OTHER_FOLDERS } from './laws/features.ts'
import { sourceFiles } from './laws/imports.ts'

const lawAt = (path: string) => featuresHaveOneName({ path, text: '' })

describe('the folders of this project', () => {
  const paths = sourceFiles()

  test('have one name on every floor', () => {
    expect([...new Set(paths.flatMap(lawAt))]).toEqual([])
  })
  test('all exist', () => {
    const rooms = new Set(paths.map((path) => path.split('/').slice(0, 2).join('/')))
    const floors = Object.keys(OTHER_FOLDERS)
    expect(FEATURES.filter((feature) => !floors.some((floor) => rooms.has(`${floor}/${feature}`)))).toEqual([])
    const others = Object.entries(OTHER_FOLDERS).flatMap(([floor, names]) => names.map((name) => `${floor}/${name}`))
    expect(others.filter((room) => !rooms.has(room))).toEqual([])
  })
})

describe('the law detects', () => {
  test.each([
    ['domain/catalogue/units.ts', 'no feature'],
    ['server/share-cards/card.ts', 'no feature'],
    ['web/dashboards/queries.ts', 'no feature'],
    ['domain/group-buy/states.ts', 'called group-buys'],
    ['server/groupbuys/join.ts', 'called group-buys'],
    ['web/account/profile.tsx', 'called accounts'],
    ['api/order/place.ts', 'called orders'],
    ['database/group_buys/close.sql', 'called group-buys'],
    ['web/testing/page.ts', 'no feature'],
  ])('%s', (path, words) => {
    expect(lawAt(path)).toEqual([expect.stringContaining(words)])
  })

  test.each([
    'domain/group-buys/states.ts',
    'domain/money.ts',
    'server/testing/market.ts',
    'web/orders/vendor/orders.tsx',
    'web/ui/button.tsx',
    'database/seed/orders/orders.ts',
    'platform/mail/outbox.ts',
  ])('nothing wrong in %s', (path) => {
    expect(lawAt(path)).toEqual([])
  })
})
