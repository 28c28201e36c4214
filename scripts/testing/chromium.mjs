import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'

const PLACES = [
  // Debian's headless build: the same engine, a quarter less CPU time per page.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser's path: CHROMIUM_PATH, or the usual places of distributions. Undefined if none is executable. */
export function findChromium() {
  return [process.env.CHROMIUM_PATH, ...PLACES].find((path) => path && isExecutable(path))
}

/** The browser's path; installs the distribution's package if possible. Throws an Error with instructions otherwise. */
export function provideChromium() {
  const requested = process.env.CHROMIUM_PATH
  if (requested && !isExecutable(requested)) throw new Error(`CHROMIUM_PATH=${requested} is not an executable.`)
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium found; installing the one of this distribution ...')
    aptGet('update')
    // Not every release has the headless package.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (!findChromium()) aptGet('install', '-y', '--no-install-recommends', name)
    }
  }
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: sudo apt-get install chromium), ' +
      'or name any Chromium or Chrome with CHROMIUM_PATH=/path/to/chromium.',
  )
}

function aptGet(...parameters) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['-q', ...parameters], { stdio: ['ignore', 'inherit', 'inherit'], env })
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
