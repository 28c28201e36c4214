// Runs the build in build/ in this process. In `dist`, `npm start` calls this file directly.
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

/** Resolves when the market is open, or has logged why it is not. `parent` is the id of npm's process. */
export async function runBuilt({ parent = process.ppid } = {}) {
  // On large machines V8 lets the heap grow to twice the live size. Growing by less costs no measurable time and saves
  // much memory.
  setFlagsFromString('--heap-growing-percent=30')
  // Most of what a start allocates stays, so a larger young generation would only be memory that an idle process holds.
  setFlagsFromString('--semi-space-growth-factor=1')
  endWithNpm(parent)
  // Read by React only: MODE decides between demo and production.
  process.env.NODE_ENV = 'production'
  const { start } = await import('../build/server/index.js')
  // The path as called, without resolving links: they may point to a newer version when a worker is restarted.
  await start({ workerScript: join(dirname(process.argv[1]), 'run-built.mjs') })
  // V8's default: the young generation grows with the load, up to --max-semi-space-size.
  setFlagsFromString('--semi-space-growth-factor=2')
}

/** npm forwards SIGINT and SIGTERM (to `exec`, not to a shell); if npm is killed, the market must release the port. */
function endWithNpm(parent) {
  if (!process.env.npm_lifecycle_event) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}

if (fileURLToPath(import.meta.url) === realpathSync(process.argv[1] ?? '.')) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  await runBuilt()
}
