// npm run build: bundles pages and server into build/.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { forgetBuild, isBuilt, sourcesHash, stampBuild } from './sources.mjs'
import { endTurn, takeTurn } from './turn.mjs'

const BUILDER = 'node_modules/@react-router/dev/bin.js'
const LOCK = 'node_modules/.building'

/** Builds, or throws an Error with the builder's output. `quiet` shows that output only on failure. */
export function build({ quiet = false } = {}) {
  if (!existsSync(BUILDER)) throw new Error('The tools that build are missing. Run npm ci first.')
  // Two starts in a fresh folder would overwrite each other's files.
  const waited = takeTurn(LOCK)
  try {
    if (!waited || !isBuilt()) buildNow(quiet)
  } finally {
    endTurn(LOCK)
  }
}

function buildNow(quiet) {
  // Hashed before the build, so that changes made meanwhile are built next time.
  const hash = sourcesHash()
  forgetBuild()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [BUILDER, 'build', '--logLevel', quiet ? 'warn' : 'info'],
    {
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (status !== 0) throw new Error(`The build failed.\n${stdout ?? ''}${stderr ?? ''}`)
  packAssets('build/client')
  stampBuild(hash)
}

/** Compressed once, as well as possible, instead of for every visitor. */
function packAssets(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|txt|webmanifest)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const content = readFileSync(path)
    if (content.byteLength < 1024) continue
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  try {
    build()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
