import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Somebody waits for this build: half of the processor's time for one part in twelve more bytes, until a build without it packs anew. */
const QUICK = process.env.QUICK_BUILD === 'on'

const brotli = { params: QUICK ? { [constants.BROTLI_PARAM_QUALITY]: 5 } : {} }
const packers = {
  br: (content) => promisify(brotliCompress)(content, brotli),
  gz: (content) => promisify(gzip)(content, { level: QUICK ? 6 : 9 }),
}

/**
 * Compressed once, as well as possible, instead of for every visitor. What is packed already stays, unless `again`: a build begins with an
 * empty folder.
 */
export async function packAssets(folder, { again = false } = {}) {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(js|css|svg|json|txt|webmanifest)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    // What a builder notes for itself is not for browsers.
    .filter((path) => !path.includes('/.'))
    .values()
  const packNext = async () => {
    for (const path of files) await packAsset(path, again)
  }
  // Node has four threads for such work, and a builder needs some of them meanwhile.
  await Promise.all([packNext(), packNext()])
}

async function packAsset(path, again) {
  const content = await readFile(path)
  if (content.byteLength < 1024) return
  for (const [ending, pack] of Object.entries(packers)) {
    if (again || !existsSync(`${path}.${ending}`)) await writeFile(`${path}.${ending}`, await pack(content))
  }
}
