// Facts of the page at an address. Each fact is compiled once into a pattern of the paths that have it.

import type { Page } from './page.ts'
import { PAGES } from './pages.ts'

/** Whether the response cache may serve the page to other anonymous viewers (docs/decisions/0052-response-cache.md). */
export const isCacheablePage = (path: string): boolean => CACHEABLE.test(path)

/** Whether it is the path of a cacheable page without parameters. */
export const isFixedPage = (path: string): boolean => FIXED.has(path)

/** Whether the page is complete without scripts, which then load on the first interaction. */
export const hasLateScripts = (path: string): boolean => LATE_SCRIPTS.test(path)

/** Whether forms of the page at this path, or at the path of its data, join group buys or pay. */
export const joinsOrPays = (path: string): boolean => JOINING.test(pagePath(path))

/**
 * Whether a path, or the path of a page's data, accepts file uploads. A form is sent to its page's path as it was
 * opened, so upper case and a slash at the end are accepted, as the router accepts them.
 */
export const acceptsUploads = (path: string): boolean => TAKING_FILES.test(pagePath(path))

/** The path of a page from React Router's path of its data. */
function pagePath(path: string): string {
  if (!path.endsWith('.data')) return path
  return path === '/_root.data' ? '/' : path.replace(/((?<=\/)_)?\.data$/, '')
}

/**
 * Matches the paths of the pages with a fact. Stricter than the router, so that variants of an address have no facts:
 * parameters consist of letters, digits, `_` and `-`.
 */
function pathsOf(hasFact: (page: Page) => boolean | undefined): RegExp {
  const paths = PAGES.filter(hasFact).map(({ path }) => path)
  const matching = new RegExp(`^(?:${sourceOf(paths)})$`)
  // As in the router, a literal segment wins over a parameter, and both over a splat.
  const others = PAGES.filter((page) => !hasFact(page) && !page.path.endsWith('*')).map(({ path }) => path)
  const exceptions = others.filter((path) => matching.test(path.replace(PARAMETER, 'x')))
  return exceptions.length === 0 ? matching : new RegExp(`^(?!(?:${sourceOf(exceptions)})$)(?:${sourceOf(paths)})$`)
}

const PARAMETER = /:\w+/g

const sourceOf = (paths: readonly string[]): string =>
  paths.map((path) => path.replaceAll('.', '\\.').replace(PARAMETER, '[\\w-]+').replace('*', '.+')).join('|')

/** The paths of pages that the service worker saves; vite.config.ts inserts the pattern into it. */
export const SAVED_OFFLINE = pathsOf(({ isSavedOffline }) => isSavedOffline)

const CACHEABLE = pathsOf(({ isCacheable }) => isCacheable)
const FIXED = new Set(PAGES.filter((page) => page.isCacheable && !/[:*]/.test(page.path)).map(({ path }) => path))
const LATE_SCRIPTS = pathsOf((page) => page.isCacheable || page.hasLateScripts)
const JOINING = pathsOf((page) => page.joinsOrPays)
const TAKING_FILES = new RegExp(pathsOf(({ takesFiles }) => takesFiles).source.replace(/\$$/, '\\/?$'), 'i')
