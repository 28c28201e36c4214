import type { Sharp } from 'sharp'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '#platform/queues/concurrency-limiter.ts'

/** Larger pictures are rejected before decoding: a small file can decode to a picture that exhausts memory. */
const MAX_PIXELS = 25_000_000
const MAX_SECONDS = 20

/**
 * A queue that processes one picture at a time, because decoding takes megabytes and a whole processor. It is fair
 * across groups.
 */
export function createPictureQueue(): ConcurrencyLimiter {
  return createConcurrencyLimiter({ maxRunning: 1, maxQueued: 400, maxQueuedPerGroup: 200 })
}

/** Decodes, edits and encodes a picture. Throws if it cannot be decoded, is too large or takes too long. */
export async function editPicture(
  bytes: Uint8Array,
  edit: (picture: Sharp) => Sharp,
): Promise<{ data: Buffer; info: { width: number; height: number } }> {
  // Imported on first use, because its native library takes memory.
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  // Only the first frame of an animation is decoded.
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
  return edit(picture).timeout({ seconds: MAX_SECONDS }).toBuffer({ resolveWithObject: true })
}

/** Average colour as six hexadecimal digits, for the placeholder until the picture has loaded. */
export async function averageColour(bytes: Uint8Array): Promise<string> {
  const { data } = await editPicture(bytes, (picture) =>
    picture.flatten({ background: 'white' }).resize(1, 1, { fit: 'fill' }).toColourspace('srgb').raw(),
  )
  return [0, 1, 2].map((channel) => (data[channel] ?? data[0] ?? 0).toString(16).padStart(2, '0')).join('')
}
