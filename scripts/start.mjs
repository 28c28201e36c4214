// npm start: builds what is not built, then opens the market in this same process.
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { build } from './build.mjs'
import { isBuilt } from './sources.mjs'

const parent = process.ppid
// On a large machine V8 lets garbage pile up to twice of what lives; a third more costs no measurable time and much less memory.
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
// Of React only: what is demo and what is production is MODE.
process.env.NODE_ENV = 'production'
const { start } = await import('../build/server/index.js')
await start()

/** npm hands on SIGINT and SIGTERM (to `exec`, not to a shell); killed, it would leave a market behind that holds the port. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}
