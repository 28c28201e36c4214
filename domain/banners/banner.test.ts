import { describe, expect, test } from 'vitest'
import { type Banner, bannerOverlaps, bannerPhase, bannerTitle, chooseBanner } from './banner.ts'
import { testBanner } from './testing.ts'

const NOW = Date.parse('2026-03-14T12:00:00Z')
const SPAN = { starts_at: '2026-03-14T10:00:00Z', shown_until: '2026-03-14T14:00:00Z' }
const banner = (id: string, facts: Partial<Banner> = {}) => testBanner({ ...SPAN, id, title: `Line ${id}`, ...facts })
const STRANGER = { isShop: false, state: null }
const SHOP = { isShop: true, state: 'Kano' }
const chosen = (banners: Banner[], reader = STRANGER as { isShop: boolean; state: string | null }, now = NOW) =>
  chooseBanner(banners, reader, now)?.id ?? null

test('is shown from its start, up to its end', () => {
  const one = [banner('a')]
  const at = (time: string) => Date.parse(`2026-03-14T${time}Z`)
  expect(chosen(one, STRANGER, at('09:59:59'))).toBeNull()
  expect(chosen(one, STRANGER, at('10:00:00'))).toBe('a')
  expect(chosen(one, STRANGER, at('13:59:59'))).toBe('a')
  expect(chosen(one, STRANGER, at('14:00:00'))).toBeNull()
  expect(bannerPhase(banner('a'), at('09:00:00'))).toBe('planned')
  // Withdrawn before its start.
  expect(bannerPhase(banner('a', { shown_until: '2026-03-14T09:00:00Z' }), NOW)).toBe('past')
})

test('a reader sees one: a warning before information, then the newest start', () => {
  const old = banner('old', { starts_at: '2026-03-14T08:00:00Z' })
  const fresh = banner('fresh')
  const warning = banner('warning', { tone: 'warning', starts_at: '2026-03-14T07:00:00Z' })
  expect(chosen([old, fresh])).toBe('fresh')
  expect(chosen([fresh, old])).toBe('fresh')
  expect(chosen([old, warning, fresh])).toBe('warning')
  expect(chosen([banner('b'), banner('a')])).toBe('a')
  // One that has not begun covers nothing yet.
  expect(chosen([old, banner('next', { tone: 'warning', starts_at: '2026-03-14T13:00:00Z' })])).toBe('old')
})

test('banners for shops or a state are shown to these alone', () => {
  const shops = banner('shops', { audience: 'shops' })
  const kano = banner('kano', { audience: 'state', state: 'Kano' })
  expect(chosen([shops])).toBeNull()
  expect(chosen([shops], SHOP)).toBe('shops')
  expect(chosen([kano])).toBeNull()
  expect(chosen([kano], { isShop: false, state: 'Lagos' })).toBeNull()
  expect(chosen([kano], { isShop: false, state: 'Kano' })).toBe('kano')
})

describe('overlaps say who sees which', () => {
  const all = banner('all')
  const shops = banner('shops', { audience: 'shops', tone: 'warning' })
  const kano = banner('kano', { audience: 'state', state: 'Kano', tone: 'warning' })
  const told = (one: Banner, others: Banner[]) =>
    bannerOverlaps(one, others).map(({ shown, hidden, readers, state }) => [shown.id, hidden.id, readers, state])

  test.each<[Banner, Banner, unknown[][]]>([
    [all, banner('newer', { starts_at: '2026-03-14T11:00:00Z' }), [['newer', 'all', 'all', null]]],
    [all, banner('older', { starts_at: '2026-03-14T09:00:00Z' }), [['all', 'older', 'all', null]]],
    [all, shops, [['shops', 'all', 'shops', null]]],
    [all, kano, [['kano', 'all', 'state', 'Kano']]],
    [shops, kano, [['kano', 'shops', 'shops of the state', 'Kano']]],
    [kano, banner('z', { audience: 'shops' }), [['kano', 'z', 'shops of the state', 'Kano']]],
    [kano, banner('lagos', { audience: 'state', state: 'Lagos' }), []],
    [kano, banner('z', { audience: 'state', state: 'Kano' }), [['kano', 'z', 'all', null]]],
    [all, banner('later', { starts_at: '2026-03-14T14:00:00Z', shown_until: '2026-03-15T14:00:00Z' }), []],
  ])('%#', (one, other, expected) => {
    expect(told(one, [one, other])).toEqual(expected)
  })

  test('and agree with what a reader sees', () => {
    const banners = [all, shops, kano, banner('info', { audience: 'state', state: 'Kano' })]
    for (const isShop of [true, false])
      for (const state of [null, 'Kano', 'Lagos']) {
        const shown = chosen(banners, { isShop, state })
        const covers = bannerOverlaps(all, banners).filter(({ hidden }) => hidden.id === 'all')
        const hiddenBehind = covers.filter(
          ({ readers, state: of }) => (readers !== 'shops' || isShop) && (readers !== 'state' || of === state),
        )
        expect([isShop, state, shown === 'all']).toEqual([isShop, state, hiddenBehind.length === 0])
      }
  })
})

test('a language without a line shows English', () => {
  const words = banner('a', { title_ha: 'Hanya ta nutse' })
  expect(bannerTitle(words, 'ha')).toEqual({ title: 'Hanya ta nutse', isEnglish: false })
  expect(bannerTitle(words, 'yo')).toEqual({ title: 'Line a', isEnglish: true })
  expect(bannerTitle(words, 'en')).toEqual({ title: 'Line a', isEnglish: true })
})
