import { basins } from './foods.ts'

/** "/basins/rice.svg" and all others, by name. For loaders: it would bring every drawing into the browser. */
export function basinPaths(): string[] {
  return Object.keys(basins)
    .filter((name) => name !== 'empty')
    .sort()
    .map((name) => `/basins/${name}.svg`)
}
