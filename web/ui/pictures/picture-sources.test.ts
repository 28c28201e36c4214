import { expect, test } from 'vitest'
import { pictureSources } from './picture-sources.ts'

const PHOTO = '/storage/v1/object/public/pictures/ada/0f.jpg#8a6b3c'

test('a photo has sources for the sizes that its box may need, smallest format first', () => {
  const { src, sources, colour } = pictureSources(PHOTO, 96)
  expect(src).toBe('/storage/v1/render/image/public/pictures/ada/0f.jpg?width=96&format=jpeg')
  expect(sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
  expect(sources[0]?.srcSet).toBe(
    '/storage/v1/render/image/public/pictures/ada/0f.jpg?width=96&format=avif 96w, ' +
      '/storage/v1/render/image/public/pictures/ada/0f.jpg?width=240&format=avif 240w',
  )
  expect(colour).toBe('#8a6b3c')
  const widest = pictureSources(PHOTO, 960)
  expect(widest.src).toContain('width=960')
  expect(widest.sources[1]?.srcSet.match(/\d+w/g)).toEqual(['96w', '240w', '480w', '960w'])
})

test('returns drawings, other URLs and missing pictures unchanged', () => {
  expect(pictureSources('/basins/rice.svg#cloth-3', 96)).toEqual({
    src: '/basins/rice.svg',
    sources: [],
    colour: null,
    cloth: '/basins/cloth-3.svg',
    isPhoto: false,
  })
  for (const nothing of [null, '']) expect(pictureSources(nothing, 96).src).toBe('/basins/empty.svg')
  expect(pictureSources('/storage/v1/object/public/p/a.jpg#red;x:url(//evil)', 96).colour).toBeNull()
})
