import { type MiddlewareFunction, redirect } from 'react-router'
import { type ListEnd, listEndContext } from '#web/context.ts'
import { pageParam } from '#web/list-page.ts'
import { sameSitePath } from '#web/same-site-path.ts'

/** Wraps `fetch` to record the last page's number when the table API has no row in the requested range. */
export function watchListEnd(end: ListEnd, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    const [, total] = /^\*\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
    if (!total) return response
    const { searchParams } = new URL(input instanceof Request ? input.url : input)
    const limit = Number(searchParams.get('limit'))
    if (limit > 0 && Number(searchParams.get('offset')) > 0) {
      end.lastPage = Math.max(1, Math.ceil(Number(total) / limit))
    }
    return response
  }
}

/**
 * A list can get shorter than a bookmarked or shared address assumes: a request for a page past the last one is
 * redirected to the last, with the same filters, instead of showing an empty list.
 */
export const redirectToLastPage: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  const response = await next()
  const { lastPage } = context.get(listEndContext)
  if (request.method !== 'GET' || lastPage === null || pageParam(url.searchParams, 1) <= lastPage) return response
  const params = new URLSearchParams(url.searchParams)
  if (lastPage === 1) params.delete('page')
  else params.set('page', String(lastPage))
  const path = sameSitePath(url.pathname)
  return redirect(params.size > 0 ? `${path}?${params}` : path)
}
