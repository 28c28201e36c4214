import { FLOORS, isTest } from './imports.ts'
import type { Source } from './laws.ts'

/** Type names that are declared in two files of one floor: a reader who looks for one finds the other. */
export function typeNamesAreUnique(sources: readonly Source[]): string[] {
  const declared = new Map<string, string[]>()
  for (const { path, text } of sources) {
    const floor = FLOORS.find((name) => path.startsWith(`${name}/`)) ?? path.split('/', 1)[0]
    if (!/\.tsx?$/.test(path) || isTest(path) || path === 'database/types.ts') continue
    for (const [, name = ''] of text.matchAll(/^(?:export )?(?:interface|type|class) (\w+)/gm)) {
      const key = `${floor}: ${name}`
      declared.set(key, [...(declared.get(key) ?? []), path])
    }
  }
  return [...declared].flatMap(([key, paths]) => {
    const files = [...new Set(paths)]
    return files.length > 1 && !EXEMPT.test(key) ? [`${key} is declared in ${files.join(' and ')}.`] : []
  })
}

/** React's own conventions: the props of the component in the same file. */
const EXEMPT = /: (Props|FormProps)$/
