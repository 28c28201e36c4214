import { importsOf, isTest, ownFile } from './imports.ts'
import type { Source } from './laws.ts'

const FLOORS_WITH_FOLDERS = ['domain', 'platform', 'database', 'server', 'web']

/** Folders of one floor that import each other: neither can be read or moved without the other. */
export function foldersImportOneWay(sources: readonly Source[]): string[] {
  const imports = new Map<string, string>()
  for (const { path, text } of sources) {
    const from = folderOf(path)
    if (from === undefined || isTest(path) || /\/testing(\/|\.ts$)/.test(path)) continue
    for (const specifier of importsOf(text)) {
      const target = ownFile(path, specifier) ?? ''
      const to = folderOf(target)
      if (to !== undefined && to !== from && floorOf(to) === floorOf(from)) {
        imports.set(`${from} ${to}`, `${path} imports ${target}`)
      }
    }
  }
  return [...imports].flatMap(([edge, example]) => {
    const [from = '', to = ''] = edge.split(' ')
    const back = imports.get(`${to} ${from}`)
    return back !== undefined && from < to ? [`${from} and ${to} import each other: ${example}; ${back}.`] : []
  })
}

function floorOf(folder: string): string | undefined {
  return folder.split('/', 1)[0]
}

/** `web/cart` of `web/cart/cart.tsx`; undefined for files directly on a floor. */
function folderOf(path: string): string | undefined {
  const [floor = '', folder, file] = path.split('/')
  return FLOORS_WITH_FOLDERS.includes(floor) && file !== undefined ? `${floor}/${folder}` : undefined
}
