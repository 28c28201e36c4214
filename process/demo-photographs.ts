import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { averageColour } from '#platform/files/pictures/edit-picture.ts'
import type { BlobStore } from '#platform/files/stores/blob-store.ts'

interface DemoPhotographsOptions {
  /** Connection of the database's owner. */
  connectionString: string
  store: Pick<BlobStore, 'write'>
}

interface DemoLot {
  id: string
  image_url: string
  owner_id: string
}

/** Number of demo buys with photographs, and of the photographs of each. */
const LOTS = 4
const CAPTIONS = ['The goods of this lot, drawn for the demo', 'From nearby, drawn for the demo', 'Ready to share']

/** Gives a few open buys of a new demo market photographs of their goods: drawings, stored as a shop's photographs are. */
export async function addDemoPhotographs({ connectionString, store }: DemoPhotographsOptions): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<DemoLot>(
      `select g.id, split_part(g.image_url, '#', 1) as image_url, v.owner_id from public.group_buys g join public.vendors v on v.id = g.vendor_id
       where g.status = 'active' and v.status = 'active' and g.image_url like '/basins/%' order by g.end_date, g.id limit $1`,
      [LOTS],
    )
    await client.query('begin')
    for (const lot of rows)
      for (const [index, caption] of CAPTIONS.entries()) {
        const drawing = await findDrawing(lot.image_url)
        if (drawing) await addPhotograph({ client, store }, { lot, caption, bytes: await drawLot(drawing, index) })
      }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** The drawing's file, in the build or in the sources. */
async function findDrawing(address: string): Promise<Buffer | null> {
  const path = ['build/client', 'web/public'].map((folder) => join(folder, address)).find((file) => existsSync(file))
  return path ? readFile(path) : null
}

const [WIDTH, HEIGHT] = [960, 720]

/** Rows of the drawing on sacking, nearer with each step. */
async function drawLot(drawing: Buffer, step: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const size = 240 + step * 80
  const basin = await sharp(drawing, { density: 144 }).resize(size, size).png().toBuffer()
  const layers = [0, 1, 2].flatMap((row) =>
    [0, 1, 2, 3].map((column) => ({
      input: basin,
      left: Math.round(column * size * 0.9 - size / 4 + (row % 2) * 60),
      top: Math.round(row * size * 0.75 - size / 6),
    })),
  )
  const scene = { width: WIDTH + size, height: HEIGHT + size, channels: 3 as const, background: '#c9ad7c' }
  const inside = layers.filter(({ left, top }) => left >= 0 && top >= 0 && left <= WIDTH && top <= HEIGHT)
  const drawn = await sharp({ create: scene }).composite(inside).png().toBuffer()
  return sharp(drawn).extract({ left: 0, top: 0, width: WIDTH, height: HEIGHT }).jpeg({ quality: 80 }).toBuffer()
}

interface NewPhotograph {
  lot: DemoLot
  caption: string
  bytes: Buffer
}

async function addPhotograph(
  { client, store }: { client: pg.Client; store: Pick<BlobStore, 'write'> },
  { lot, caption, bytes }: NewPhotograph,
): Promise<void> {
  const hash = createHash('sha256').update(bytes).update(lot.id).digest('hex').slice(0, 32)
  const path = `${lot.owner_id}/${hash}`
  const metadata = {
    width: WIDTH,
    height: HEIGHT,
    colour: await averageColour(bytes),
    size: bytes.length,
    contentLength: bytes.length,
    mimetype: 'image/jpeg',
    eTag: `"${hash}"`,
    cacheControl: 'max-age=31536000',
    lastModified: new Date().toISOString(),
    httpStatusCode: 200,
  }
  await client.query(
    `insert into storage.objects (bucket_id, name, owner, blob, metadata) values ('pictures', $1, $2, $3, $4)`,
    [path, lot.owner_id, await store.write(bytes), metadata],
  )
  await client.query('insert into public.buy_pictures (group_buy_id, path, caption) values ($1, $2, $3)', [
    lot.id,
    path,
    caption,
  ])
}
