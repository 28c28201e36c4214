import { readdirSync } from 'node:fs'

/**
 * `npm run drill -- NAME` runs one failure scenario against real servers on this machine, prints what it counted, and
 * ends with 1 unless everything that was promised held. `npm run drill` lists the names. The .md file of each has
 * the figures of its last run.
 */
const FOLDER = new URL('./', import.meta.url)

const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .map((file) => file.slice(0, -'.md'.length))

const [name, ...options] = process.argv.slice(2)
if (name === undefined || !names.includes(name)) {
  console.log(`npm run drill -- NAME, with one of: ${names.join(', ')}`)
  process.exit(name === undefined ? 0 : 1)
}
// A drill reads its options as if it had been started directly.
process.argv.splice(2, process.argv.length, ...options)
await import(`${FOLDER}scenarios/${name}.ts`)
