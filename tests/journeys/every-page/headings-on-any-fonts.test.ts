import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { test } from '../market.ts'

const FONTS = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')

/**
 * From narrower to wider than any device's own font: a layout that is stable with all of these is so with the fonts
 * between them.
 */
const FACES = ['DejaVu Sans Condensed', 'DejaVu Sans', 'DejaVu Serif', 'DejaVu Sans Mono']

// Chromium reads fontconfig's files on Linux alone.
test.skip(process.platform !== 'linux')

for (const face of FACES) {
  test(`nothing moves when the display face comes late to a device with ${face}`, async ({ market }) => {
    await onDeviceWith(face, async (context) => {
      const page = await context.newPage()
      let letThrough = () => {}
      const isSeen = new Promise<void>((resolve) => {
        letThrough = resolve
      })
      await page.route(/\.woff2$/, async (route) => {
        await isSeen
        await route.continue()
      })
      await page.goto(`${market.origin}/`, { waitUntil: 'commit' })
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      await page.waitForLoadState('domcontentloaded')
      await painted(page)
      expect(await facesOf(page, 'h1')).toEqual([{ name: expect.stringContaining(face), isOwn: false }])

      const before = await heading.boundingBox()
      const arrived = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.woff2'))
      letThrough()
      await arrived
      await page.evaluate(() => document.fonts.ready)
      await painted(page)
      expect(await heading.boundingBox()).toEqual(before)
      expect(await shiftOf(page)).toBe(0)
      await page.unrouteAll()

      // Found in the browser's cache before the next page is painted; a busy machine may need several.
      await expect(async () => {
        await page.goto(`${market.origin}/faq`)
        await painted(page)
        expect(await facesOf(page, 'h1')).toEqual([
          { name: expect.stringContaining('Bricolage Grotesque'), isOwn: true },
        ])
      }).toPass()
      expect(await shiftOf(page)).toBe(0)
    })
  })
}

/** A phone with this font alone. */
async function onDeviceWith(face: string, use: (context: BrowserContext) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fonts-'))
  const settings = join(folder, 'fonts.conf')
  await writeFile(
    settings,
    `<?xml version="1.0"?><fontconfig><dir>${FONTS}</dir><cachedir>${folder}</cachedir>
     <match target="pattern"><edit name="family" mode="assign" binding="strong"><string>${face}</string></edit></match></fontconfig>`,
  )
  let browser: Browser | undefined
  try {
    browser = await chromium.launch({ env: { ...process.env, FONTCONFIG_FILE: settings } as Record<string, string> })
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    await context.addInitScript(noteShifts)
    await use(context)
  } finally {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Runs in the page. A busy machine paints a page in parts, and centred parts move as their neighbours appear: that is
 * unrelated to fonts, so shifts are counted from two frames after the document is complete.
 */
function noteShifts(): void {
  const seen = { shift: 0 }
  Object.assign(window, { seen })
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
  })
  const begin = () => observer.observe({ type: 'layout-shift' })
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => requestAnimationFrame(begin)))
}

const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)

/** Waits for three frames: the first may already have begun, and shifts count from the next one. */
const painted = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })

/** The font that the browser really draws an element with, and whether it is one of ours. */
async function facesOf(page: Page, selector: string): Promise<{ name: string; isOwn: boolean }[]> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument')
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    return fonts.map(({ familyName, isCustomFont }) => ({ name: familyName, isOwn: isCustomFont }))
  } finally {
    await session.detach()
  }
}
