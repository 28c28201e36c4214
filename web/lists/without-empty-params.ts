import { type MiddlewareFunction, redirect } from 'react-router'
import { sameSitePath } from '#web/same-site-path.ts'

/**
 * A plain form sends every field, even empty ones. To keep the address readable and shareable, `SearchForm` omits empty
 * fields where scripts run; without scripts this middleware redirects to the address without them.
 */
export const withoutEmptyParams: MiddlewareFunction<Response> = ({ request, url }, next) => {
  const address = pathWithoutEmptyParams(url)
  return request.method === 'GET' && address !== null ? redirect(address) : next()
}

/** Path and query string without empty parameters; null if no parameter is empty. */
export function pathWithoutEmptyParams({ pathname, searchParams }: URL): string | null {
  const chosen = [...searchParams].filter(([, value]) => value !== '')
  if (chosen.length === searchParams.size) return null
  const search = new URLSearchParams(chosen).toString()
  return search ? `${sameSitePath(pathname)}?${search}` : sameSitePath(pathname)
}
