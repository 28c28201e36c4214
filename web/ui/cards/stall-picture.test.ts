import { expect, test } from 'vitest'
import { SOLD_IN } from './sold-in.ts'
import { stallPicture } from './stall-picture.ts'

const [MINE, THEIRS] = ['830e78ef-964a-40f5-885b-904bde482b36', '11111111-964a-40f5-885b-904bde482b36']

test('the same food differs by measure and seller', () => {
  const of = (unit: string, seller = MINE) => stallPicture('/basins/rice.svg', { unit, seller }) ?? ''
  expect(of('Bag (50 kg)')).toMatch(/^\/basins\/rice-bag\.svg#cloth-[0-7]$/)
  expect(of('mudu')).toMatch(/^\/basins\/rice-mudu\.svg/)
  expect(of('basket')).toMatch(/^\/basins\/rice\.svg/)
  expect(of('bag')).toBe(of('bag'))
  expect(of('bag', MINE)).not.toBe(of('bag', THEIRS))
})

test('every measure has its drawings', () => {
  for (const [measure, foods] of Object.entries(SOLD_IN))
    for (const food of foods.split(' ')) {
      const path = stallPicture(`/basins/${food}.svg`, { unit: measure, seller: MINE })?.split('#')[0]
      expect(path).toBe(`/basins/${food}-${measure}.svg`)
    }
})

test('returns photos, other URLs and null unchanged', () => {
  for (const src of [null, '/storage/v1/object/public/pictures/a/b#8a6b3c', '/basins/../x.svg', '/hero/stall.svg'])
    expect(stallPicture(src, { unit: 'bag', seller: MINE })).toBe(src)
})

test('distributes shops over all eight cloths', () => {
  const cloths = Array.from({ length: 400 }, () =>
    stallPicture('/basins/rice.svg', { unit: 'bag', seller: crypto.randomUUID() }),
  )
  expect(new Set(cloths).size).toBe(8)
})
