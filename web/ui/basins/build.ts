// Writes web/public/basins/*.svg: `npx tsx web/ui/basins/build.ts`. The files are committed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basins } from './foods.ts'
import { inBasin } from './frame.ts'

const folder = new URL('../../public/basins/', import.meta.url)
const LARGEST_BYTES = 3072

mkdirSync(folder, { recursive: true })
for (const [name, food] of Object.entries(basins)) {
  const svg = inBasin(food)
  if (Buffer.byteLength(svg) > LARGEST_BYTES) throw new Error(`${name}.svg has ${Buffer.byteLength(svg)} bytes`)
  writeFileSync(new URL(`${name}.svg`, folder), `${svg}\n`)
}
console.log(`${Object.keys(basins).length} basins`)
