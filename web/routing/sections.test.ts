import { createStaticHandler, type RouteObject, RouterContextProvider, type ServerBuild } from 'react-router'
import { expect, inject, test } from 'vitest'
import routes from '#web/routes.ts'
import { pagesBySection, sectionBuild, sectionName } from './sections.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** True in `--mode full`. */
    trialsAreWhole: boolean
  }
}

interface Entry {
  id?: string
  path?: string
  index?: boolean
  file: string
  children?: Entry[]
}

const build = buildOf(routes as Entry[])

/** A build like React Router's: routes with their parents, below one root. */
function buildOf(entries: Entry[]): ServerBuild {
  const all: Record<string, unknown> = { root: { id: 'root', path: '' } }
  const add = (list: Entry[], parentId: string) => {
    for (const { id, file, path, index, children } of list) {
      const own = id ?? file.replace(/\.\w+$/, '')
      all[own] = { id: own, parentId, path, index }
      add(children ?? [], own)
    }
  }
  add(entries, 'root')
  return { routes: all, assets: { routes: all } } as unknown as ServerBuild
}

function treeOf(from: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(from.routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const children = treeOf(from, route.id)
    return [{ id: route.id, path: route.path ?? '', ...(children.length > 0 && { children }) } as RouteObject]
  })
}

/** Returns the routes that match a path, and their parameters. The handler sorts the routes once, not for each path. */
function matcherOf(tree: RouteObject[]) {
  const { query } = createStaticHandler(tree)
  return async (path: string) => {
    const found = await query(new Request(new URL(path, 'http://site.test')))
    if (found instanceof Response) throw new Error(`${path} was answered with ${found.status}`)
    return found.matches.map(({ route, params }) => [route.id, params])
  }
}

const paths = Object.keys(build.routes).map((id) => {
  const line: string[] = []
  for (let at: string | undefined = id; at; at = build.routes[at]?.parentId) line.unshift(build.routes[at]?.path ?? '')
  return `/${line.filter(Boolean).join('/').replace(/:\w+/g, 'one').replace('*', 'some/where')}`.replace(/\/+/g, '/')
})

test('every page matches in its section as it does among all routes, in any case and with invalid suffixes', async () => {
  const whole = matcherOf(treeOf(build))
  const sections = new Map<string, ReturnType<typeof matcherOf>>()
  // React Router tries all routes for each match, which is slow: the variants are matched in a full run only.
  const tried = [...new Set(paths)].flatMap((path) =>
    inject('trialsAreWhole') ? [path, path.toUpperCase(), `${path}/`, `${path}/nowhere`] : [path],
  )
  expect(tried.length).toBeGreaterThan(inject('trialsAreWhole') ? 400 : 100)
  for (const path of tried) {
    const section = sectionName(path)
    if (section === null) continue
    const inSection = sections.get(section) ?? matcherOf(treeOf(sectionBuild(build, section)))
    sections.set(section, inSection)
    expect([path, await inSection(path)]).toEqual([path, await whole(path)])
  }
})

test('a section has few of the routes, and always the home page and the catch-all', () => {
  const { routes: few, assets } = sectionBuild(build, 'products')
  expect(Object.keys(few).length).toBeLessThan(Object.keys(build.routes).length / 10)
  expect(Object.keys(few)).toEqual(
    expect.arrayContaining(['root', 'products/browse', 'pages/home/home', 'pages/not-found']),
  )
  expect(Object.keys(assets.routes)).toEqual(Object.keys(few))
})

test.each(['/pro%64ucts', '//products', '/products//1', '/pro ducts', '/ä'])(
  '%s is matched against all routes',
  (path) => {
    expect(sectionName(path)).toBeNull()
  },
)

test('a page’s data request has the section of the page', () => {
  expect(sectionName('/products.data')).toBe('products')
  expect(sectionName('/group-buys/1.data')).toBe('group-buys')
})

/** A build as the bundle has it, whose routes are loaded on first use, and the routes loaded so far. */
function lazyBuild({ fails = () => false }: { fails?: () => boolean } = {}) {
  const loaded = new Set<string>()
  const moduleOf = (id: string) => async () => {
    if (fails()) throw new Error('The file is missing.')
    loaded.add(id)
    return { loader: () => new Response(id) }
  }
  const lazy = {
    routes: Object.fromEntries(
      Object.entries(build.routes).map(([id, route]) => [id, { ...route, module: moduleOf(id) }]),
    ),
    assets: { version: 'v1', routes: build.routes },
    entry: { module: { handleError: () => undefined } },
    basename: '/',
    future: { v8_middleware: true },
    ssr: true,
    prerender: [],
    routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  } as unknown as ServerBuild
  const render = pagesBySection(async () => lazy)
  return { loaded, read: (path: string) => render(new Request(`http://site.test${path}`), new RouterContextProvider()) }
}

test('the first request of a section loads the modules of its routes only', async () => {
  const { loaded, read } = lazyBuild()
  expect(await (await read('/robots.txt')).text()).toContain('robots')
  const ids = Object.keys(sectionBuild(build, 'robots.txt').routes).sort()
  expect([...loaded].sort()).toEqual(ids)
})

test('an unknown path loads only routes that every section has', async () => {
  const { loaded, read } = lazyBuild()
  await read('/nowhere-at-all')
  expect([...loaded].sort()).toEqual(Object.keys(sectionBuild(build, 'nowhere-at-all').routes).sort())
})

test('the list of routes that browsers read loads none', async () => {
  const { loaded, read } = lazyBuild()
  const response = await read('/__manifest?paths=/products&version=v1')
  expect(Object.keys(await response.json())).toContain('products/browse')
  expect(loaded.size).toBe(0)
})

test('a path that the router may decode is matched among all routes', async () => {
  const { loaded, read } = lazyBuild()
  await read('/robot%73.txt')
  expect(loaded.size).toBe(Object.keys(build.routes).length)
})

test('a section that could not be loaded is loaded with the next request', async () => {
  let isMissing = true
  const { read } = lazyBuild({ fails: () => isMissing })
  await expect(read('/robots.txt')).rejects.toThrow('The file is missing.')
  isMissing = false
  expect((await read('/robots.txt')).status).toBe(200)
})
