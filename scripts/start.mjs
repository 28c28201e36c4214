// npm start: builds if necessary, then runs the market in this same process.
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { build } from './build.mjs'
import { isBuilt } from './sources.mjs'

const parent = process.ppid
// On large machines V8 lets the heap grow to twice what is live. Growing by less costs no measurable time and saves much memory.
setFlagsFromString('--heap-growing-percent=30')
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
try {
  if (!isBuilt()) {
    console.log('Building ...')
    build({ quiet: true })
  }
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
endWithNpm()
// For React only: MODE decides between demo and production.
process.env.NODE_ENV = 'production'
const { start } = await import('../build/server/index.js')
await start()

/** npm forwards SIGINT and SIGTERM (to `exec`, not to a shell); if npm is killed, the market must not keep the port. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}
