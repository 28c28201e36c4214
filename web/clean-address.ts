import { type MiddlewareFunction, redirect } from 'react-router'

/**
 * A plain form sends every field, empty ones too. The address holds only what was chosen, so that it can be read and shared:
 * with scripts `SearchForm` leaves them out, without scripts this leads to the address without them.
 */
export const withoutEmptyParams: MiddlewareFunction<Response> = ({ request, url }, next) => {
  const address = chosenAddress(url)
  return request.method === 'GET' && address !== null ? redirect(address) : next()
}

/** Path and search without the empty parameters; null when there are none. */
export function chosenAddress({ pathname, searchParams }: URL): string | null {
  const chosen = [...searchParams].filter(([, value]) => value !== '')
  if (chosen.length === searchParams.size) return null
  const search = new URLSearchParams(chosen).toString()
  return search ? `${pathname}?${search}` : pathname
}
