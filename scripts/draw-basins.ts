// Writes web/public/basins/*.svg and web/public/hero/*.svg: `npx tsx scripts/draw-basins.ts`. The files are committed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basins } from '#web/ui/basins/foods.ts'
import { inBasin } from '#web/ui/basins/frame.ts'
import { scenes } from '#web/ui/basins/scenes.ts'

for (const [name, food] of Object.entries(basins)) write(`basins/${name}.svg`, inBasin(food))
for (const [name, scene] of Object.entries(scenes)) write(`hero/${name}.svg`, scene)

function write(path: string, svg: string): void {
  const file = new URL(`../web/public/${path}`, import.meta.url)
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, `${svg}\n`)
}
