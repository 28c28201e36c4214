import { describe, expect, it } from 'vitest'
import { readDealOptions } from './deal-options.ts'
import { checkFeaturedDeal } from './featured-deal.ts'

describe('a featured deal', () => {
  const input = { name: 'Palm oil', base_price: '32000', unit: 'keg' }
  it('stores choices as JSON text, however they are written', () => {
    expect(checkFeaturedDeal({ ...input, options: 'Half keg\r\n Full keg \n' })).toMatchObject({
      ok: true,
      value: { options: '["Half keg","Full keg"]', base_price: '32000.00', product_id: null },
    })
    expect(checkFeaturedDeal({ ...input, options: '["A"]' })).toMatchObject({ value: { options: '["A"]' } })
    expect(readDealOptions('["A", 5]')).toEqual(['A'])
    expect(readDealOptions('x')).toEqual([])
  })
  it('ends after it starts, and needs neither', () => {
    const days = (starts_at: string, ends_at: string) => checkFeaturedDeal({ ...input, starts_at, ends_at })
    expect(days('', '')).toMatchObject({ ok: true, value: { starts_at: null, ends_at: null } })
    expect(days('2026-03-01T08:00', '')).toMatchObject({ value: { starts_at: '2026-03-01T07:00:00.000Z' } })
    expect(days('2026-03-01T08:00', '2026-03-01T08:00')).toMatchObject({
      errors: { ends_at: 'End must be after the start.' },
    })
  })
  it('opens one thing', () =>
    expect(checkFeaturedDeal({ ...input, product_id: 'a', group_buy_id: 'b' })).toMatchObject({ ok: false }))
})
