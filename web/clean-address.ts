import { type MiddlewareFunction, redirect } from 'react-router'
import { ownPath } from './own-path.ts'

/**
 * A plain form sends every field, even empty ones. The address should hold only what was chosen, so that it can be read and
 * shared: with scripts `SearchForm` leaves empty fields out, without scripts this redirects to the address without them.
 */
export const withoutEmptyParams: MiddlewareFunction<Response> = ({ request, url }, next) => {
  const address = chosenAddress(url)
  return request.method === 'GET' && address !== null ? redirect(address) : next()
}

/** Path and search without empty parameters; null if there are none. */
export function chosenAddress({ pathname, searchParams }: URL): string | null {
  const chosen = [...searchParams].filter(([, value]) => value !== '')
  if (chosen.length === searchParams.size) return null
  const search = new URLSearchParams(chosen).toString()
  return search ? `${ownPath(pathname)}?${search}` : ownPath(pathname)
}
