import { cloths } from './cloths.ts'
import { containerPictureSource, containerPictures, inContainer } from './containers.ts'
import { covers } from './covers.ts'
import { basins } from './foods.ts'
import { inBasin } from './frame.ts'
import { scenes } from './scenes.ts'

/** The contents of all generated files by path. */
export function generatedFiles(): Record<string, string> {
  const pictures = [
    ...Object.entries(basins).map(([name, food]) => [`web/public/basins/${name}.svg`, inBasin(food)] as const),
    ...containerPictures().map(
      ({ name, food, container }) =>
        [`web/public/basins/${name}.svg`, inContainer(container, basins[food] ?? '')] as const,
    ),
    ...Object.entries(cloths).map(([name, cloth]) => [`web/public/basins/${name}.svg`, cloth] as const),
    ...Object.entries(covers).map(([name, cover]) => [`web/public/covers/${name}.svg`, cover] as const),
    ...Object.entries(scenes).map(([name, scene]) => [`web/public/hero/${name}.svg`, scene] as const),
  ]
  return {
    'web/ui/cards/basin-paths.ts': picturePathSource(),
    'web/ui/cards/sold-in.ts': containerPictureSource(),
    ...Object.fromEntries(pictures.map(([path, svg]) => [path, `${svg}\n`])),
  }
}

/** TypeScript source with the paths of all pictures that users can choose. */
function picturePathSource(): string {
  const names = Object.keys(basins).filter((name) => name !== 'empty')
  const lines = names.sort().map((name) => `  '/basins/${name}.svg',\n`)
  const coverLines = Object.keys(covers)
    .sort()
    .map((name) => `  '/covers/${name}.svg',\n`)
  return `// Written by scripts/artwork/draw-basins.ts. For loaders: the browser needs no list of its own.\nexport const basinPaths: readonly string[] = [\n${lines.join('')}]\n\n/** Covers for posts. */\nexport const coverPaths: readonly string[] = [\n${coverLines.join('')}]\n`
}
