import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/**
 * For a start that waits for the build: half of the CPU time, files one twelfth larger, until a build without it
 * compresses again.
 */
const QUICK = process.env.QUICK_BUILD === 'on'

const brotli = { params: QUICK ? { [constants.BROTLI_PARAM_QUALITY]: 5 } : {} }
const compressors = {
  br: (content) => promisify(brotliCompress)(content, brotli),
  gz: (content) => promisify(gzip)(content, { level: QUICK ? 6 : 9 }),
}

/**
 * Compresses the files of a folder at build time, instead of for every request. Files that have a compressed copy are
 * skipped, unless `force`: a build begins with an empty folder.
 */
export async function compressAssets(folder, { force = false } = {}) {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(js|css|svg|json|txt|webmanifest)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    // Dot folders contain the builder's own files, which are not served.
    .filter((path) => !path.includes('/.'))
    .values()
  const compressNext = async () => {
    for (const path of files) await compressAsset(path, force)
  }
  // Node compresses on four threads, some of which the builder needs at the same time.
  await Promise.all([compressNext(), compressNext()])
}

async function compressAsset(path, force) {
  const content = await readFile(path)
  if (content.byteLength < 1024) return
  for (const [extension, compress] of Object.entries(compressors)) {
    if (force || !existsSync(`${path}.${extension}`)) await writeFile(`${path}.${extension}`, await compress(content))
  }
}
