import { type MiddlewareFunction, redirect } from 'react-router'
import { type ListEnd, listEndContext } from './context.ts'
import { pageOf } from './list-page.ts'
import { ownPath } from './own-path.ts'

/** A fetch that notes when the table API has no row left at the place that was asked for. */
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
 * A list grows shorter while its addresses are kept and shared: a page past the last one leads to the last, with the same
 * filters, instead of saying that nothing was found.
 */
export const backToLastPage: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  const response = await next()
  const { lastPage } = context.get(listEndContext)
  if (request.method !== 'GET' || lastPage === null || pageOf(url.searchParams) <= lastPage) return response
  const params = new URLSearchParams(url.searchParams)
  if (lastPage === 1) params.delete('page')
  else params.set('page', String(lastPage))
  const path = ownPath(url.pathname)
  return redirect(params.size > 0 ? `${path}?${params}` : path)
}
