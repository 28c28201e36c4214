import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { readPrices } from '#domain/group-buys/price-tiers.ts'
import { nairaToKobo } from '#domain/money.ts'
import type { Database } from '#platform/postgres/database.ts'
import { shareCardSvg } from './share-card-svg.ts'

export interface ShareCardsOptions {
  database: Database
  /** Where the basin pictures lie, on disk. */
  pictures: string
}

const PATH = /^\/og\/group-buys\/([0-9a-f-]{36})\/[\w-]{1,40}\.jpg$/
const MOST_KEPT = 200

/**
 * `/og/group-buys/{id}/{version}.jpg`: the picture that chats show of a buy, 1200 x 630. The version changes with what is drawn, so
 * an address may be kept for ever. Null for every other path.
 */
export function createShareCards({
  database,
  pictures,
}: ShareCardsOptions): (request: Request) => Promise<Response | null> {
  const kept = new Map<string, Buffer>()
  return async (request) => {
    const { pathname } = new URL(request.url)
    const id = PATH.exec(pathname)?.[1]
    if (!id) return pathname.startsWith('/og/') ? new Response('Not found', { status: 404 }) : null
    const known = kept.get(pathname)
    const picture = known ?? (await draw(id))
    if (!picture) return new Response('Not found', { status: 404 })
    kept.delete(pathname)
    kept.set(pathname, picture)
    // The oldest goes first: a map keeps its keys in the order they came.
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
    return new Response(new Uint8Array(picture), {
      headers: { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' },
    })
  }

  async function draw(id: string): Promise<Buffer | null> {
    const buy = await readBuy(database, id)
    if (!buy) return null
    const svg = shareCardSvg({
      ...readPrices(buy),
      name: buy.product_name,
      unit: buy.unit,
      priceKobo: nairaToKobo(buy.final_price ?? buy.current_price),
      currentParticipants: buy.current_participants,
      minParticipants: buy.min_participants,
      place: `${buy.vendor_location}: ${buy.business_name}`,
      ended: buy.joinable ? null : 'This group buy has closed',
      basin: await readBasin(pictures, buy.image_url),
    })
    const png = new Resvg(svg, { font: { fontFiles: FONTS, loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' } })
      .render()
      .asPng()
    return sharp(png).jpeg({ quality: 82, mozjpeg: true }).toBuffer()
  }
}

const FONT_FOLDER = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')
const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => join(FONT_FOLDER, file))

/** Only pictures of our own folder are drawn: no path from the database is followed. */
async function readBasin(folder: string, imageUrl: string | null): Promise<string> {
  const file = imageUrl?.startsWith('/basins/') ? basename(imageUrl) : 'empty.svg'
  const svg = await readFile(join(folder, file), 'utf8').catch(() => readFile(join(folder, 'empty.svg'), 'utf8'))
  return svg.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '')
}

interface Row {
  product_name: string
  unit: string
  image_url: string | null
  base_price: string
  price_tiers: string
  current_price: string
  final_price: string | null
  current_participants: number
  min_participants: number
  vendor_location: string
  business_name: string
  joinable: boolean
}

/** As a visitor would read it: drafts have no card. */
async function readBuy(database: Database, id: string): Promise<Row | null> {
  return database.as(
    { role: 'anon', claims: { role: 'anon' } },
    async (tx) => {
      const { rows } = await tx.query<Row>(
        `select g.*, coalesce(v.business_name, '') as business_name, g.status = 'active' and g.end_date > now() as joinable
         from public.group_buys g left join public.vendors v on v.id = g.vendor_id where g.id = $1`,
        [id],
      )
      return rows[0] ?? null
    },
    { readOnly: true },
  )
}
