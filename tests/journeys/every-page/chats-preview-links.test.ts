import { type APIRequestContext, expect } from '@playwright/test'
import sharp from 'sharp'
import { test } from '../market.ts'
import { openBuy } from '../open-buy.ts'
import { newPerson, publishableKey } from '../people.ts'
import { callWire } from '../table-calls.ts'

// WhatsApp's published rules (developers.facebook.com, "Link previews"): tags in <head>, within the first 300 KB of the
// HTML; og:title, og:description and og:url present; a title without the site's name. Chats are also known to need the
// absolute address of a JPEG with its size, no scripts, no sign-in, and a crawler that is not blocked.
const WITHIN = 300 * 1024
const READER = { 'user-agent': 'WhatsApp/2.24.20.89 A' }

const tagsOf = (head: string): Map<string, string> =>
  new Map(
    [...head.matchAll(/<meta property="([^"]+)" content="([^"]*)"/g)].map(([, name, value]) => [
      name ?? '',
      value ?? '',
    ]),
  )

/** The demo vendor's newest product, with a photograph of its own. */
async function photographedProduct(request: APIRequestContext, token: string): Promise<string> {
  const subject = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
  const path = `pictures/${subject.sub}/${crypto.randomUUID()}.jpg`
  const photo = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#b05030' } })
    .jpeg()
    .toBuffer()
  const sent = await request.post(`/storage/v1/object/${path}`, {
    data: photo,
    headers: {
      apikey: await publishableKey(request),
      authorization: `Bearer ${token}`,
      'content-type': 'image/jpeg',
    },
  })
  expect(sent.status()).toBe(200)
  const data = {
    name: `Photographed ${crypto.randomUUID().slice(0, 8)}`,
    category: 'grains',
    base_price: 61000.5,
    unit: 'bag',
    available_quantity: 40,
    share_date: new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10),
    image_url: `/storage/v1/object/public/${path}`,
  }
  const made = await callWire<{ id: string }[]>(request, '/rest/v1/products', { method: 'POST', token, data })
  return made.body[0]?.id ?? ''
}

async function preview(request: APIRequestContext, path: string) {
  const answer = await request.get(path, { headers: READER, maxRedirects: 0 })
  const html = await answer.text()
  const head = /<head>([\s\S]*?)<\/head>/.exec(Buffer.from(html).subarray(0, WITHIN).toString())?.[1] ?? ''
  return { status: answer.status(), tags: tagsOf(head), html }
}

test('every kind of page that is shared previews by WhatsApp’s rules', async ({ request, baseURL }) => {
  const buy = await openBuy(request)
  const one = async (table: string, query: string) =>
    (await callWire<{ id: string; slug: string }[]>(request, `/rest/v1/${table}?${query}&limit=1`)).body[0]
  const product = await one('products', 'select=id&order=id')
  const photographed = await photographedProduct(request, buy.vendorToken)
  const shop = await one('vendors', 'select=id&status=eq.active')
  const post = await one('blog_posts', 'select=slug&status=eq.published')
  const pages = [
    '/',
    `/group-buys/${buy.id}`,
    `/products/${product?.id}`,
    `/products/${photographed}`,
    `/shop/${shop?.id}`,
    `/blog/${post?.slug}`,
  ]
  for (const path of pages) {
    await test.step(path, async () => {
      const { status, tags } = await preview(request, `${path}?ref=FRIEND12`)
      expect(status).toBe(200)
      for (const name of ['og:title', 'og:description', 'og:url', 'og:image']) {
        expect([name, (tags.get(name) ?? '').length > 0]).toEqual([name, true])
      }
      if (path !== '/') expect(tags.get('og:title')).not.toMatch(/ajoja/i)
      // Opening the preview is not credited to a user who shared the link through another channel.
      expect(tags.get('og:url')).toBe(`${baseURL}${path}`)
      expect([tags.get('og:image:width'), tags.get('og:image:height')]).toEqual(['1200', '630'])
      const picture = tags.get('og:image') ?? ''
      expect(new URL(picture).origin).toBe(baseURL)
      const drawn = await request.get(picture, { headers: READER })
      expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/jpeg'])
      expect((await drawn.body()).byteLength).toBeLessThanOrEqual(200_000)
      if (path.startsWith('/products/')) expect(picture).toContain(`/og${path}/`)
    })
  }
})

test('a link in a chat shows today’s price, however often it was opened before', async ({ request }) => {
  const buy = await openBuy(request)
  const now = async () => {
    const { tags } = await preview(request, `/group-buys/${buy.id}`)
    return { price: tags.get('product:price:amount'), picture: tags.get('og:image') }
  }
  // Often enough that the page is cached for the next visitor.
  const first = await now()
  expect(await now()).toEqual(first)
  expect(await now()).toEqual(first)
  expect(first.price).toBe('76000')
  for (const quantity of [1, 1, 1, 1]) {
    const { session } = await newPerson(request)
    const joined = await callWire(request, '/functions/v1/join-group-buy', {
      method: 'POST',
      token: session.access_token,
      data: { group_buy_id: buy.id, quantity },
    })
    expect(joined.status).toBe(200)
  }
  // Cached pages are at most a second old (docs/decisions/0052).
  await expect.poll(async () => (await now()).price).toBe('72000')
  expect((await now()).picture).not.toBe(first.picture)
})
