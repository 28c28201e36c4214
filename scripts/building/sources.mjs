// Checks whether the build matches the current sources.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const STAMP = 'build/sources.sha256'
const FOLDERS = ['api', 'database', 'domain', 'platform', 'process', 'scripts/building', 'server', 'web']
const FILES = /\.(ts|tsx|js|mjs|css|json|po|svg|png|webp|txt|ttf|woff2|webmanifest|ico|html|md)$/

/** A hash over the inputs of the build: Node's major version, files of the root, packages, and the floors without tests. */
export function sourcesHash() {
  const hash = createHash('sha256').update(process.version.split('.')[0])
  const root = readdirSync('.').filter((name) => /\.ts$|^package-lock\.json$/.test(name))
  for (const path of [...root, ...FOLDERS.flatMap(filesBelow)].sort()) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'tests' ? [] : filesBelow(path)
    return FILES.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : []
  })
}

export function isBuilt() {
  return existsSync('build/server/index.js') && existsSync(STAMP) && readStamp().hash === sourcesHash()
}

/** Whether its assets are compressed at the best quality; a first start uses a quick build. */
export function isFullyCompressed() {
  return readStamp().compression !== 'quickly'
}

function readStamp() {
  const [hash, compression] = readFileSync(STAMP, 'utf8').split(' ')
  return { hash, compression }
}

export function stampBuild(hash, { quick = false } = {}) {
  writeFileSync(STAMP, quick ? `${hash} quickly` : hash)
}

/** Called before a build: an interrupted one leaves a mix of files that matches no sources. */
export function removeStamp() {
  rmSync(STAMP, { force: true })
}
