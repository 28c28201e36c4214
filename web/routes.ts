import { layout, type RouteConfig, route } from '@react-router/dev/routes'
import type { Page } from './routing/page.ts'
import { PAGE_GROUPS } from './routing/pages.ts'

/** The table of pages for React Router. */
export default PAGE_GROUPS.flatMap(({ layout: file, id, pages }) => {
  const routes = pages.map(routeOf)
  return file === null ? routes : [layout(file, id === undefined ? {} : { id }, routes)]
}) satisfies RouteConfig

function routeOf({ path, file, id }: Page) {
  return route(path, file, id === undefined ? {} : { id })
}
