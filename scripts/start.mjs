// npm start: builds if necessary, then runs the market in the same process.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from './building/build.mjs'
import { isBuilt } from './building/sources.mjs'
import { runBuilt } from './run-built.mjs'

const parent = process.ppid
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
try {
  if (!isBuilt()) {
    console.log('Building the pages, once for each version ...')
    const prepared = prepareDatabase()
    await build({ quiet: true, quick: true })
    console.log(`The pages are built after ${(performance.now() / 1000).toFixed(1)} s.`)
    await prepared
  }
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
await runBuilt({ parent })

/**
 * On a first start, creates the database during the build. Errors are ignored: the start itself meets them again and
 * reports them.
 */
function prepareDatabase() {
  if (!existsSync('node_modules/tsx')) return
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/prepare.ts'], {
    stdio: ['ignore', 'inherit', 'ignore'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve).once('error', resolve))
  process.once('exit', () => child.kill('SIGTERM'))
  return ended
}
