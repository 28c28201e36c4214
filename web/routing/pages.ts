import { AREA_PAGES } from './area-pages.ts'
import type { Page, PageGroup } from './page.ts'
import { PUBLIC_PAGES } from './public-pages.ts'
import { UNFRAMED_PAGES } from './unframed-pages.ts'

/**
 * The table of the site's pages, from which `web/routes.ts` and all facts about addresses derive. A new page needs its
 * route's file and an entry in one of these tables; in an area usually also a link in `web/layouts/areas.ts`, which
 * `links.test.ts` demands. A private page outside of the areas also needs entries in `disallowed-paths.ts` and in
 * domain/accounts/role-areas.ts.
 */
export const PAGE_GROUPS: readonly PageGroup[] = [
  ...PUBLIC_PAGES,
  ...AREA_PAGES,
  { layout: null, pages: UNFRAMED_PAGES },
]

/** All pages, with absolute paths. */
export const PAGES: readonly Page[] = PAGE_GROUPS.flatMap(({ pages, hasLateScripts = false }) =>
  pages.map((page) => ({
    ...page,
    path: page.path === '/' ? '/' : `/${page.path}`,
    hasLateScripts: page.hasLateScripts ?? hasLateScripts,
  })),
)
