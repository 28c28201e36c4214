import { expect, test } from 'vitest'
import { pageShortcuts } from '#web/desk/shortcuts/page-shortcuts.ts'
import { areas } from '../areas.ts'

test.each(['vendor', 'manager', 'coordinator', 'chief', 'content'] as const)(
  'each letter of %s opens one page',
  (name) => {
    const pages = pageShortcuts(areas[name].links)
    expect(new Set(pages.map(({ letter }) => letter)).size).toBe(pages.length)
    expect(pages.length).toBeGreaterThan(7)
  },
)

test('the same work has the same letter on all desks of staff', () => {
  const open = (name: 'manager' | 'chief', letter: string) =>
    pageShortcuts(areas[name].links).find((one) => one.letter === letter)?.label
  for (const [letter, label] of Object.entries({ d: 'Dashboard', o: 'Orders', v: 'Vendors', c: 'Claims', q: 'Queue' }))
    expect([open('manager', letter), open('chief', letter)]).toEqual([label, label])
})
