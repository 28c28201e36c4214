import type { Sharp } from 'sharp'
import { createTurns, type Turns } from '#platform/http/turns.ts'

/** Pictures with more are refused before they are decoded: a small file can hold a picture that fills the memory. */
const MOST_PIXELS = 25_000_000
const MOST_SECONDS = 20

/** One picture at a time, because decoding takes megabytes and all of a processor. Groups take turns. */
export function createPictureWork(): Turns {
  return createTurns({ atOnce: 1, waiting: 400, waitingEach: 200 })
}

/** Reads, changes and encodes a picture. Throws if it cannot be read, is too large or takes too long. */
export async function editPicture(
  bytes: Uint8Array,
  edit: (picture: Sharp) => Sharp,
): Promise<{ data: Buffer; info: { width: number; height: number } }> {
  // Loaded by the first picture, for the sake of the memory that its native library takes.
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  // Of moving pictures only the first is read.
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })
  return edit(picture).timeout({ seconds: MOST_SECONDS }).toBuffer({ resolveWithObject: true })
}

/** The average colour as six hexadecimal digits, for the box until the picture has come. */
export async function averageColour(bytes: Uint8Array): Promise<string> {
  const { data } = await editPicture(bytes, (picture) =>
    picture.flatten({ background: 'white' }).resize(1, 1, { fit: 'fill' }).toColourspace('srgb').raw(),
  )
  return [0, 1, 2].map((channel) => (data[channel] ?? data[0] ?? 0).toString(16).padStart(2, '0')).join('')
}
