import { expect, test } from 'vitest'
import { acceptContent } from './content.ts'
import { createTestVideo } from './tests/test-video.ts'
import { isPlayableVideo } from './video.ts'

const RULES = { maxBytes: 8_388_608, types: ['video/mp4', 'video/quicktime', 'video/webm'], longestSide: null }
const isAccepted = async (bytes: Uint8Array) => !((await acceptContent(bytes, RULES)) instanceof Response)

test.each(['mp4', 'webm'] as const)('accepts a video in %s', async (kind) => {
  const video = await createTestVideo({ kind })
  expect(await isPlayableVideo(video)).toBe(true)
  expect(await isAccepted(video)).toBe(true)
})

test('rejects a magic number followed by other data', async () => {
  const signature = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')
  for (const rest of [Buffer.alloc(0), Buffer.alloc(4_000_000, 7), Buffer.from('PK\u0003\u0004')]) {
    expect(await isAccepted(Buffer.concat([signature, rest]))).toBe(false)
  }
  expect(await isAccepted(Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(100_000, 1)]))).toBe(false)
})

test('rejects a video that carries other data', async () => {
  const video = await createTestVideo()
  const padding = Buffer.alloc(4_000_000, 1)
  const box = Buffer.alloc(8)
  box.writeUInt32BE(padding.length + 8, 0)
  box.write('free', 4, 'latin1')
  expect(await isAccepted(Buffer.concat([video, box, padding]))).toBe(false)
  expect(await isAccepted(Buffer.concat([video, padding]))).toBe(false)
})

test('rejects a truncated video', async () => {
  const video = await createTestVideo({ frameBytes: 20_000 })
  expect(await isAccepted(video.subarray(0, video.length / 2))).toBe(false)
})
