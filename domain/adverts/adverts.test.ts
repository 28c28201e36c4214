import { describe, expect, it } from 'vitest'
import { checkAdvert } from './advert-draft.ts'
import { advertsByPosition, middleAdvertIndex } from './placement.ts'

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
    expect(checkAdvert({ ...input, page: 'cart' })).toMatchObject({ errors: { page: 'Please choose a page.' } })
  })
})
