// Draws the pictures of foods and of the home page: `npx tsx scripts/artwork/draw-basins.ts`. The results are
// committed, because files of web/public are served as they are.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { generatedFiles } from './generated-files.ts'

for (const [path, text] of Object.entries(generatedFiles())) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
