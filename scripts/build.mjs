// npm run build: bundles pages and server into build/.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { packAssets } from './pack-assets.mjs'
import { forgetBuild, isBuilt, isWellPacked, sourcesHash, stampBuild } from './sources.mjs'
import { endTurn, takeTurn } from './turn.mjs'

const BUILDER = 'node_modules/@react-router/dev/bin.js'
/** The builder makes and drops syntax trees all the time: collecting them costs less in a larger young generation. */
const ROOMY = ['--max-semi-space-size=64']
const NO_BUILDER =
  'The tools that build are missing: run npm ci --include=dev. Where only the market shall run, run what npm run dist makes on another machine.'
const LOCK = 'node_modules/.building'

/**
 * Builds, or rejects with an Error with the builder's output. `quiet` shows that output only on failure. `quick` packs less well, because
 * somebody waits; the next build that is not quick packs the same files anew.
 */
export async function build({ quiet = false, quick = false } = {}) {
  if (!existsSync(BUILDER)) throw new Error(NO_BUILDER)
  // Two starts in a fresh folder would overwrite each other's files.
  const waited = takeTurn(LOCK)
  try {
    if (!waited || !isBuilt()) await buildNow({ quiet, quick })
  } finally {
    endTurn(LOCK)
  }
}

async function buildNow({ quiet, quick }) {
  // Hashed before the build, so that changes made meanwhile are built next time.
  const hash = sourcesHash()
  forgetBuild()
  const output = quiet ? 'pipe' : 'inherit'
  const builder = spawn(process.execPath, [...ROOMY, BUILDER, 'build', '--logLevel', quiet ? 'warn' : 'info'], {
    stdio: ['ignore', output, output],
    env: { ...process.env, NODE_ENV: 'production', QUICK_BUILD: quick ? 'on' : 'off' },
  })
  let said = ''
  for (const stream of [builder.stdout, builder.stderr]) {
    stream?.on('data', (bytes) => {
      said += bytes
    })
  }
  const status = await new Promise((resolve, reject) => builder.once('error', reject).once('close', resolve))
  if (status !== 0) throw new Error(`The build failed.\n${said}`)
  // What the builder has packed, and what came to it last.
  await packAssets('build/client')
  stampBuild(hash, { quick })
}

/** What `npm run dist` copies from a build that a start may have made in a hurry. */
export async function packWell() {
  if (isWellPacked()) return
  await packAssets('build/client', { again: true })
  stampBuild(sourcesHash())
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  try {
    await build()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
