import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { attachBody } from '#web/rendering/deferred-body.ts'

type RenderPage = (request: Request, context: RouterContextProvider) => Promise<Response>

/**
 * Renders the site's pages. A request is matched only against routes with the same first path segment: matching all
 * routes, and preparing all of them for React, takes longer than rendering the page. The first request of a section
 * loads the modules of its routes.
 */
export function pagesBySection(load: () => Promise<ServerBuild>): RenderPage {
  const openSite = onceLoaded(async () => {
    const build = await load()
    const known = new Set(Object.keys(build.routes).map((id) => firstWord(pathOf(build, id))))
    const nameOf = (pathname: string): string => {
      if (pathname === manifestPath(build)) return MANIFEST
      const section = sectionName(pathname)
      if (section === null) return WHOLE
      // Only routes without a literal segment match an unknown path, and these are in every section.
      return known.has(section) ? section : ''
    }
    const open = onceLoaded(async (name) => {
      if (name === MANIFEST) return createRequestHandler(withoutModules(build))
      return createRequestHandler(await withModules(name === WHOLE ? build : sectionBuild(build, name)))
    })
    return { nameOf, open }
  })
  return async (request, context) => {
    const { nameOf, open } = await openSite('')
    const render = await open(nameOf(new URL(request.url).pathname))
    return attachBody(await render(request, context))
  }
}

/** Loads each name once, and again after a failure. */
function onceLoaded<Loaded>(load: (name: string) => Promise<Loaded>): (name: string) => Promise<Loaded> {
  const started = new Map<string, Promise<Loaded>>()
  return (name) => {
    const known = started.get(name)
    if (known) return known
    const loading = load(name)
    started.set(name, loading)
    loading.catch(() => started.delete(name))
    return loading
  }
}

/** Not names of sections, because no path segment contains a space. */
const MANIFEST = 'the manifest'
const WHOLE = 'all routes'

function manifestPath({ routeDiscovery }: ServerBuild): string | undefined {
  return routeDiscovery.mode === 'lazy' ? (routeDiscovery.manifestPath ?? '/__manifest') : undefined
}

/** For the list of routes that browsers read (`/__manifest`), which contains none of their code. */
function withoutModules(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route && { ...route, module: { default: () => null } },
  ])
  return { ...build, routes: Object.fromEntries(routes) }
}

/** A build whose routes are loaded. In the bundle they have functions that load them (scripts/building/plugins/lazy-pages.ts). */
async function withModules(build: ServerBuild): Promise<ServerBuild> {
  const routes = await Promise.all(
    Object.entries(build.routes).map(async ([id, route]) => [
      id,
      route && { ...route, module: await loaded(route.module as LazyModule) },
    ]),
  )
  return { ...build, routes: Object.fromEntries(routes) }
}

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module']
type LazyModule = RouteModule | (() => Promise<RouteModule>)

const loaded = (module: LazyModule) => (typeof module === 'function' ? module() : module)

/** The build with only the section's routes and their parents. */
export function sectionBuild(build: ServerBuild, section: string): ServerBuild {
  const ids = new Set<string>()
  for (const id of Object.keys(build.routes)) {
    const word = firstWord(pathOf(build, id))
    if (word === section || word === '' || !isPlain(word)) for (const one of routeBranch(build, id)) ids.add(one)
  }
  const pick = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } }
}

/** The path's section; null for a path that the router may normalise or decode. */
export function sectionName(pathname: string): string | null {
  if (!/^\/[\w./-]*$/.test(pathname) || pathname.includes('//')) return null
  return firstWord(pathname.replace(/\.data$/, ''))
}

/** The first path segment in lower case, because routes match case-insensitively. */
function firstWord(path: string): string {
  return path.split('/').find(Boolean)?.toLowerCase() ?? ''
}

/** Whether a path segment is literal and not a parameter or a splat. */
const isPlain = (word: string) => /^[\w.-]+$/.test(word)

function pathOf(build: ServerBuild, id: string): string {
  return routeBranch(build, id)
    .map((one) => build.routes[one]?.path ?? '')
    .join('/')
}

/** The route with its parents, outermost first. */
function routeBranch({ routes }: ServerBuild, id: string): string[] {
  const parent = routes[id]?.parentId
  return parent ? [...routeBranch({ routes } as ServerBuild, parent), id] : [id]
}
