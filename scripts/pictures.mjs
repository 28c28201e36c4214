// npm run pictures: takes the README's two screenshots from a temporary demo market.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from './testing/chromium.mjs'

const FOLDER = 'docs/pictures'
const MAX_BYTES = 120_000

const port = await freePort()
const origin = `http://localhost:${port}`
const dataDir = mkdtempSync(join(tmpdir(), 'ajoja-pictures-'))
const market = spawn(process.execPath, ['scripts/start.mjs'], {
  env: { ...process.env, PORT: String(port), SITE_URL: origin, DATA_DIR: dataDir, MODE: 'demo', SEED: 'demo' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const stopped = new Promise((resolve) => market.once('exit', resolve))
try {
  await untilReady()
  mkdirSync(FOLDER, { recursive: true })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    await takePhone(browser)
    await takeDesk(browser)
  } finally {
    await browser.close()
  }
} finally {
  market.kill('SIGTERM')
  await stopped
  rmSync(dataDir, { recursive: true, force: true })
}

/** A group buy on a phone. */
async function takePhone(browser) {
  const page = await browser.newPage({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  })
  await page.goto(`${origin}/group-buys`)
  await page.locator('a[href^="/group-buys/"]').first().click()
  await page.waitForURL(/\/group-buys\/./)
  await saveScreenshot(page, 'phone')
}

/** The list of group buys on a desktop screen. */
async function takeDesk(browser) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 })
  await page.goto(`${origin}/group-buys`)
  await saveScreenshot(page, 'desk')
}

/** Saves the screen as WebP, at the best quality within MAX_BYTES. */
async function saveScreenshot(page, name) {
  await page.waitForLoadState('networkidle')
  const screen = await page.screenshot({ animations: 'disabled' })
  for (let quality = 85; quality >= 40; quality -= 5) {
    const file = join(FOLDER, `${name}.webp`)
    const { size } = await sharp(screen).webp({ quality, effort: 6 }).toFile(file)
    if (size > MAX_BYTES) continue
    console.log(`${file}: ${Math.round(size / 1000)} kB`)
    return
  }
  throw new Error(`The picture "${name}" does not fit into ${MAX_BYTES} bytes.`)
}

async function untilReady() {
  const endsAt = Date.now() + 300_000
  for (;;) {
    if (market.exitCode !== null) throw new Error('The market did not open.')
    const response = await fetch(`${origin}/readyz`).catch(() => null)
    if (response?.ok) return
    if (Date.now() > endsAt) throw new Error('The market took more than five minutes to open.')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address()
      probe.close(() => resolve(free))
    })
  })
}
