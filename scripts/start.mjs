// npm start: builds what is not built, then opens the market in this same process.
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'
import { isBuilt } from './sources.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
try {
  if (!isBuilt()) {
    console.log('Building, which takes a few seconds ...')
    build({ quiet: true })
  }
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
// Of React only: what is demo and what is production is MODE.
process.env.NODE_ENV = 'production'
const { start } = await import('../build/server/index.js')
await start()
