import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cloths } from './cloths.ts'
import { containerPictures, inContainer } from './containers.ts'
import { covers } from './covers.ts'
import { basins } from './foods.ts'
import { inBasin } from './frame.ts'
import { generatedFiles } from './generated-files.ts'
import { scenes } from './scenes.ts'

const bytes = (svg: string) => new TextEncoder().encode(svg).length

describe('the basin pictures', () => {
  it.each(Object.entries(basins))('%s stays under 3 KB and names nothing twice', (_, food) => {
    const svg = inBasin(food)
    expect(bytes(svg)).toBeLessThan(3072)
    const names = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const [, used] of svg.matchAll(/href="#([^"]+)"/g)) expect(names).toContain(used)
  })

  it('are all different', () => {
    expect(new Set(Object.values(basins)).size).toBe(Object.keys(basins).length)
  })
})

it.each(containerPictures())('$name has an existing food and less than 3 KB', ({ food, container }) => {
  expect(Object.keys(basins)).toContain(food)
  const svg = inContainer(container, basins[food] ?? '')
  expect(bytes(svg)).toBeLessThan(3072)
  expect(svg).not.toContain('undefined')
})

it.each(Object.entries(cloths))('%s is a light tile', (_, svg) => expect(bytes(svg)).toBeLessThan(400))

it.each(Object.entries({ ...scenes, ...covers }))('the scene %s is light and names nothing twice', (_, svg) => {
  expect(bytes(svg)).toBeLessThan(12_288)
  const names = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name)
  expect(new Set(names).size).toBe(names.length)
})

it('the committed files are up to date', () => {
  const committed = ['basins', 'covers', 'hero'].flatMap((folder) =>
    readdirSync(`web/public/${folder}`).map((name) => `web/public/${folder}/${name}`),
  )
  const files = Object.fromEntries(
    [...committed, 'web/ui/cards/basin-paths.ts', 'web/ui/cards/sold-in.ts'].map((path) => [
      path,
      readFileSync(path, 'utf8'),
    ]),
  )
  expect(files).toEqual(generatedFiles())
})
