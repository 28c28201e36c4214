import { gzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { test } from './market.ts'
import { openBuy } from './open-buy.ts'
import { newPerson } from './people.ts'

// Design.md 7: "150 KB of gzipped JavaScript counts what loads before interaction". Bytes.
const MOST = { script: 150_000, style: 12_000, document: 15_000 }

test.use({ viewport: { width: 360, height: 740 } })

for (const path of ['/group-buys', '/products', 'a group buy']) {
  test(`${path} is light and asks nobody else`, async ({ page, baseURL }, { annotations }) => {
    const address = path.startsWith('/') ? path : `/group-buys/${(await openBuy(page.request)).id}`
    const { sizes, origins } = await weigh(page, address)
    annotations.push({ type: 'gzipped bytes', description: JSON.stringify(sizes) })
    console.log(`${path}: gzipped bytes ${JSON.stringify(sizes)}`)
    expect(sizes.script).toBeLessThanOrEqual(MOST.script)
    expect(sizes.style).toBeLessThanOrEqual(MOST.style)
    expect(sizes.document).toBeLessThanOrEqual(MOST.document)
    expect(origins).toEqual([new URL(baseURL ?? '').origin])
  })
}

test('on a slow line a buy can be read and joined before any script has come', async ({ page, context }) => {
  const buy = await openBuy(page.request)
  await newPerson(page)
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 400_000 / 8,
    uploadThroughput: 400_000 / 8,
  })
  // Scripts that never come: the form goes the plain way.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(`/group-buys/${buy.id}`, { waitUntil: 'load' })
  await page.getByRole('button', { name: `Join the group buy of ${buy.name}` }).click()
  await expect(page.getByText('You are in')).toBeVisible()
})

type Kind = keyof typeof MOST

/** Sizes of what comes until the page has loaded, as gzip packs it, and every origin that was asked until it was quiet. */
async function weigh(page: Page, address: string) {
  const sizes: Record<Kind, number> = { script: 0, style: 0, document: 0 }
  const origins = new Set<string>()
  const weighing: Promise<void>[] = []
  let loaded = false
  page.on('response', (response) => {
    const type = response.request().resourceType()
    const kind = type === 'stylesheet' ? 'style' : type
    const { protocol, origin } = new URL(response.url())
    if (protocol.startsWith('http')) origins.add(origin)
    if (loaded || !(kind in sizes)) return
    weighing.push(
      response.body().then((body) => {
        sizes[kind as Kind] += gzipSync(body, { level: 9 }).byteLength
      }),
    )
  })
  await page.goto(address, { waitUntil: 'load' })
  loaded = true
  await Promise.all(weighing)
  await page.waitForLoadState('networkidle')
  return { sizes, origins: [...origins] }
}
