import { writeFile } from 'node:fs/promises'
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from '../../scripts/testing/chromium.mjs'

const WIDTH = 640
const HEIGHT = 480

/** A browser whose camera shows this picture: a greyscale video (Y4M) that Chromium uses as its camera. */
export async function openBrowserWithCamera(picture: Buffer, file: string): Promise<Browser> {
  const gray = await sharp(picture)
    .resize(400, 400, { fit: 'contain', background: '#fff' })
    .extend({ top: 40, bottom: 40, left: 120, right: 120, background: '#fff' })
    .flatten({ background: '#fff' })
    .grayscale()
    .raw()
    .toBuffer()
  if (gray.length !== WIDTH * HEIGHT) throw new Error(`A frame has ${WIDTH * HEIGHT} points, not ${gray.length}`)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), gray, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)])
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  await writeFile(file, Buffer.concat([head, frame, frame]))
  const executablePath = findChromium()
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  })
}
