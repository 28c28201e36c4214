import { expect, test } from 'vitest'
import { importLazily, lazyPages } from './lazy-pages.ts'

const OPTIONS = {
  sectionsOf: (file: string) => SECTIONS[file] ?? [],
  market: 'market',
}
const SECTIONS: Record<string, string[]> = { 'list.tsx': ['market'], 'desk.tsx': ['chief'], 'till.tsx': ['vendor'] }

const BUILD = `import * as entryServer from "/web/entry.server.tsx";
import * as route0 from "/web/list.tsx";
import * as route1 from "/web/desk.tsx";
export const routes = { list: { module: route0 }, desk: { module: route1 } };`

test('routes are imported on first use, each section by one import', () => {
  const { code, sections } = importLazily(BUILD, (path) => (path.includes('list') ? 'pages-market' : 'pages-chief'))
  expect(code).toContain('import * as entryServer from "/web/entry.server.tsx";')
  expect(code).toContain('const route0 = async () => (await import("lazy-pages:pages-market")).route0;')
  expect(code).not.toContain('import * as route')
  expect(sections.get('lazy-pages:pages-chief')).toBe('export * as route1 from "/web/desk.tsx"\n')
})

test.each([
  ['imports nothing that is known', 'export const routes = {};'],
  ['uses a route that is not imported so', BUILD.replace('import * as route1', 'import route1')],
])('a server build that %s fails', (_, code) => {
  expect(() => importLazily(code, () => 'pages')).toThrow('React Router writes its server build in another way')
})

const START = '/start.ts'
const MAIN = '/main.ts'
const WORKER = '/worker.ts'
const SERVER_BUILD = '\0virtual:react-router/server-build'
const [MARKET, CHIEF, VENDOR] = ['market', 'chief', 'vendor'].map((name) => `\0lazy-pages:pages-${name}`)

/** Modules with what they import, statically and dynamically. */
const MODULES: Record<string, [string[], string[]?]> = {
  [START]: [['/start-only.ts', '/money.ts'], [MAIN]],
  [MAIN]: [
    ['/main-and-page.ts', '/main-too.ts', '/drawing.ts'],
    [SERVER_BUILD, '/rare.ts'],
  ],
  [WORKER]: [['/drawing.ts']],
  '/rare.ts': [['/main-and-page.ts', '/rare-and-page.ts']],
  [SERVER_BUILD]: [['/web/entry.server.tsx'], [MARKET ?? '', CHIEF ?? '', VENDOR ?? '']],
  [MARKET ?? '']: [['/web/list.tsx']],
  [CHIEF ?? '']: [['/web/desk.tsx']],
  [VENDOR ?? '']: [['/web/till.tsx']],
  '/web/list.tsx': [['/web/link.tsx', '/money.ts', '/drawing.ts', '/main-too.ts', '/web/card.tsx']],
  '/web/desk.tsx': [['/web/link.tsx', '/web/table.tsx', '/main-and-page.ts', '/rare-and-page.ts']],
  '/web/till.tsx': [['/web/table.tsx']],
}

function chunkNames() {
  const { plugin, chunks } = lazyPages(OPTIONS)
  const ids = [...new Set(Object.entries(MODULES).flatMap(([id, [one, two = []]]) => [id, ...one, ...two]))]
  const context = {
    getModuleIds: () => ids,
    getModuleInfo: (id: string) => ({
      importedIds: MODULES[id]?.[0] ?? [],
      dynamicallyImportedIds: MODULES[id]?.[1] ?? [],
      isEntry: id === START || id === WORKER,
    }),
  }
  ;(plugin.buildEnd as (this: unknown) => void).call(context)
  const name = chunks.name as (id: string) => string | null
  return Object.fromEntries(ids.map((id) => [id, name(id)]))
}

test('a page’s modules are in the chunk of its section, and shared ones in that of all who share them', () => {
  expect(chunkNames()).toMatchObject({
    '/web/list.tsx': 'pages-market',
    '/web/card.tsx': 'pages-market',
    '/web/desk.tsx': 'pages-chief',
    '/web/table.tsx': 'pages-desks',
    '/web/link.tsx': 'pages',
    '/web/entry.server.tsx': 'pages',
  })
})

test('modules that other code loads are in no chunk of pages, and those of different users apart', () => {
  const names = chunkNames()
  expect([names[START], names['/start-only.ts'], names[MAIN]]).toEqual([null, null, null])
  const bases = ['/money.ts', '/main-and-page.ts', '/drawing.ts', '/rare-and-page.ts'].map((id) => names[id])
  expect(bases.every((name) => name?.startsWith('base-'))).toBe(true)
  expect(new Set(bases).size).toBe(4)
  // `/rare.ts` is never loaded without `main.ts`, so its need does not set the two apart.
  expect(names['/main-too.ts']).toBe(names['/main-and-page.ts'])
})
