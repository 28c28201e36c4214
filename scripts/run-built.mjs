// Runs what build/ holds, in this same process. In `dist` this is all that `npm start` calls.
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

/** Resolves when the market is open, or has said why not. `parent` is the process that npm runs in. */
export async function runBuilt({ parent = process.ppid } = {}) {
  // On large machines V8 lets the heap grow to twice what is live. Growing by less costs no measurable time and saves much memory.
  setFlagsFromString('--heap-growing-percent=30')
  endWithNpm(parent)
  // For React only: MODE decides between demo and production.
  process.env.NODE_ENV = 'production'
  const { start } = await import('../build/server/index.js')
  // As it was called, with links in the path unfollowed: they may lead to a newer version when a process is renewed.
  await start({ workerScript: join(dirname(process.argv[1]), 'run-built.mjs') })
}

/** npm forwards SIGINT and SIGTERM (to `exec`, not to a shell); if npm is killed, the market must not keep the port. */
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
