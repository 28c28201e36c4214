// npm run build: bundles pages and server into build/.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compressAssets } from './compress-assets.mjs'
import { acquireLock, releaseLock } from './lock-file.mjs'
import { isBuilt, isFullyCompressed, removeStamp, sourcesHash, stampBuild } from './sources.mjs'

const BUILDER = 'node_modules/@react-router/dev/bin.js'
/**
 * The builder allocates many short-lived syntax trees: garbage collection is cheaper with a larger young generation.
 */
const NODE_OPTIONS = ['--max-semi-space-size=64']
const NO_BUILDER =
  'The build tools are missing: run npm ci --include=dev. To run the market without them, build with npm run dist on another machine.'
const LOCK = 'node_modules/.building'

/**
 * Builds, or rejects with an Error that contains the builder's output. `quiet`: prints that output only on failure.
 * `quick`: compresses less, for a start that waits for the build; the next build that is not quick compresses the files
 * again.
 */
export async function build({ quiet = false, quick = false } = {}) {
  if (!existsSync(BUILDER)) throw new Error(NO_BUILDER)
  // Two starts in a fresh folder would overwrite each other's files.
  const waited = acquireLock(LOCK)
  try {
    if (!waited || !isBuilt()) await buildNow({ quiet, quick })
  } finally {
    releaseLock(LOCK)
  }
}

async function buildNow({ quiet, quick }) {
  // Hashed before the build, so that changes made during it trigger another build.
  const hash = sourcesHash()
  removeStamp()
  const output = quiet ? 'pipe' : 'inherit'
  const builder = spawn(process.execPath, [...NODE_OPTIONS, BUILDER, 'build', '--logLevel', quiet ? 'warn' : 'info'], {
    stdio: ['ignore', output, output],
    env: { ...process.env, NODE_ENV: 'production', QUICK_BUILD: quick ? 'on' : 'off' },
  })
  let log = ''
  for (const stream of [builder.stdout, builder.stderr]) {
    stream?.on('data', (bytes) => {
      log += bytes
    })
  }
  const status = await new Promise((resolve, reject) => builder.once('error', reject).once('close', resolve))
  if (status !== 0) throw new Error(`The build failed.\n${log}`)
  // Compresses the files that the builder wrote after its own compression step.
  await compressAssets('build/client')
  stampBuild(hash, { quick })
}

/** Compresses a quick build at the best quality, before `npm run dist` copies it. */
export async function compressFully() {
  if (isFullyCompressed()) return
  await compressAssets('build/client', { force: true })
  stampBuild(sourcesHash())
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
  try {
    await build()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
