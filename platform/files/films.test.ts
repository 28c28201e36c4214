import { expect, test } from 'vitest'
import { acceptContent } from './content.ts'
import { isFilm } from './films.ts'
import { playFilm } from './tests/play-film.ts'

const RULES = { maxBytes: 8_388_608, types: ['video/mp4', 'video/quicktime', 'video/webm'], longestSide: null }
const isTaken = async (bytes: Uint8Array) => !((await acceptContent(bytes, RULES)) instanceof Response)

test.each(['mp4', 'webm'] as const)('a film in %s is one', async (kind) => {
  const film = await playFilm({ kind })
  expect(await isFilm(film)).toBe(true)
  expect(await isTaken(film)).toBe(true)
})

test('a signature with anything behind it is no film', async () => {
  const signature = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')
  for (const rest of [Buffer.alloc(0), Buffer.alloc(4_000_000, 7), Buffer.from('PK\u0003\u0004')]) {
    expect(await isTaken(Buffer.concat([signature, rest]))).toBe(false)
  }
  expect(await isTaken(Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(100_000, 1)]))).toBe(false)
})

test('a film that carries something else along is none', async () => {
  const film = await playFilm()
  const freight = Buffer.alloc(4_000_000, 1)
  const box = Buffer.alloc(8)
  box.writeUInt32BE(freight.length + 8, 0)
  box.write('free', 4, 'latin1')
  expect(await isTaken(Buffer.concat([film, box, freight]))).toBe(false)
  expect(await isTaken(Buffer.concat([film, freight]))).toBe(false)
})

test('a film cut off in the middle is none', async () => {
  const film = await playFilm({ frameBytes: 20_000 })
  expect(await isTaken(film.subarray(0, film.length / 2))).toBe(false)
})
