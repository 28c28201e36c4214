import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { attachBody } from '#web/rendering/deferred-body.ts'

type RenderPage = (request: Request, context: RouterContextProvider) => Promise<Response>

/**
 * Renders the site's pages. A request is matched only against routes with the same first path segment: matching all
 * routes, and preparing all of them for React, takes longer than rendering the page.
 */
export function pagesBySection(build: ServerBuild): RenderPage {
  const whole = createRequestHandler(build)
  const known = new Set(Object.keys(build.routes).map((id) => firstWord(pathOf(build, id))))
  const sections = new Map<string, RenderPage>()
  return async (request, context) => attachBody(await renderBare(request, context))

  function renderBare(request: Request, context: RouterContextProvider): Promise<Response> {
    const section = sectionName(new URL(request.url).pathname)
    if (section === null || !known.has(section)) return whole(request, context)
    const render = sections.get(section) ?? createRequestHandler(sectionBuild(build, section))
    sections.set(section, render)
    return render(request, context)
  }
}

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
