import { describe, expect, it } from 'vitest'
import { errorsInEnglish } from '#domain/forms/validation.ts'
import { checkAdvert } from './advert-draft.ts'
import { activeAdvert, advertsByPosition, middleAdvertIndex } from './placement.ts'

describe('placement', () => {
  it('puts the middle advert at index 6, or after the last of fewer than 7 items', () => {
    expect([0, 1, 5, 6, 7, 12].map(middleAdvertIndex)).toEqual([null, 1, 5, 6, 6, 6])
  })
  it('takes one advert per position', () => {
    const [a, b, c] = [
      { position: 'top', id: 1 },
      { position: 'top', id: 2 },
      { position: 'bottom', id: 3 },
    ]
    expect(advertsByPosition([a, b, c])).toEqual({ top: a, bottom: c })
  })
  it('shows the running advert that started last', () => {
    const now = new Date('2026-03-10T08:00:00Z')
    const run = (id: string, start: string, end: string, page = 'home') => ({
      id,
      page,
      position: 'top',
      start_date: start,
      end_date: end,
    })
    const adverts = [
      run('older', '2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'),
      run('newer', '2026-03-08T00:00:00Z', '2026-03-20T00:00:00Z'),
      run('coming', '2026-03-11T00:00:00Z', '2026-03-20T00:00:00Z'),
      run('over', '2026-03-09T00:00:00Z', '2026-03-10T07:00:00Z'),
      run('elsewhere', '2026-03-09T00:00:00Z', '2026-03-20T00:00:00Z', 'blog'),
    ]
    const shown = (at: Date) => activeAdvert({ page: 'home', position: 'top' }, { adverts, now: at })?.id
    expect(shown(now)).toBe('newer')
    expect(shown(new Date('2026-03-25T00:00:00Z'))).toBe('older')
    expect(shown(new Date('2026-05-25T00:00:00Z'))).toBeUndefined()
  })
})

describe('a draft', () => {
  const input = {
    page: 'products',
    position: 'top',
    title: 'Rice week',
    start_date: '2026-03-01T08:00',
    end_date: '2026-03-08',
  }
  it('is returned as the row on the wire', () =>
    expect(checkAdvert(input)).toMatchObject({
      ok: true,
      value: { start_date: '2026-03-01T07:00:00.000Z', end_date: '2026-03-08T22:59:59.000Z', link_url: null },
    }))
  it('ends after it starts, and links nowhere malformed', () => {
    expect(checkAdvert({ ...input, end_date: '2026-03-01T08:00' })).toMatchObject({
      errors: { end_date: 'End must be after the start.' },
    })
    expect(checkAdvert({ ...input, link_url: 'javascript:x' })).toMatchObject({ ok: false })
    const checked = checkAdvert({ ...input, page: 'cart' })
    expect(checked.ok ? {} : errorsInEnglish(checked.errors)).toEqual({ page: 'Please choose a page.' })
  })
})
