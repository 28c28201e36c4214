import { expect, test } from 'vitest'
import { lotPhotoPaths, lotPhotoValues, orderByPlaces, readLotPhotos } from './lot-photos.ts'

const FOLDER = '/storage/v1/object/public/pictures/0b0f9e1c-0000-4000-8000-000000000001'

test.each([
  ['keeps the order without a choice', [], 'abcd'],
  ['moves the last one to the top', ['1', '2', '3', '1'], 'dabc'],
  ['moves the first one down', ['3', '2', '3', '4'], 'bcad'],
  ['swaps two', ['2', '1', '3', '4'], 'bacd'],
  ['ignores what is no place', ['x', '', '-', '4'], 'abcd'],
])('%s', (_, places, order) => {
  expect(orderByPlaces(['a', 'b', 'c', 'd'], places).join('')).toBe(order)
})

function formOf(entries: readonly (readonly [string, string])[]): FormData {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

test('a caption stays with its photograph, and a removed one is left out', () => {
  const form = formOf([
    ['photo_seen', `${FOLDER}/a`],
    ['photo', `${FOLDER}/a`],
    ['photo_caption', 'The sacks'],
    ['photo_place', '1'],
    ['photo', `${FOLDER}/b`],
    ['photo_caption', 'Gone'],
    ['photo_place', '2'],
    ['photo', `${FOLDER}/c#8a6b3c`],
    ['photo_caption', ' The scale '],
    ['photo_place', '1'],
    ['photo_removed', `${FOLDER}/b`],
    // Uploaded without scripts: added by the server at the end, without a caption.
    ['photo', `${FOLDER}/d`],
  ])
  expect(readLotPhotos(form)).toEqual({
    wanted: [
      { address: `${FOLDER}/c#8a6b3c`, caption: 'The scale' },
      { address: `${FOLDER}/a`, caption: 'The sacks' },
      { address: `${FOLDER}/d`, caption: '' },
    ],
    seen: [`${FOLDER}/a`],
  })
  expect(lotPhotoValues(form).photo_captions).toBe('The scale\nThe sacks\n')
  expect(lotPhotoPaths(form).wanted[0]).toEqual({
    path: '0b0f9e1c-0000-4000-8000-000000000001/c',
    caption: 'The scale',
  })
})

test('an address elsewhere is no photograph of this site', () => {
  expect(lotPhotoPaths(formOf([['photo', 'https://evil.test/a.jpg']])).wanted).toEqual([])
})
