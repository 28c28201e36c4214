import { describe, expect, it } from 'vitest'
import { checkFeaturedDeal, readDealOptions } from './featured-deal.ts'

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
  it('opens one thing', () =>
    expect(checkFeaturedDeal({ ...input, product_id: 'a', group_buy_id: 'b' })).toMatchObject({ ok: false }))
})
