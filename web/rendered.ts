const pages = new WeakMap<Response, string>()

/**
 * An answer whose page is kept beside it. The router looks at the body of what it passes on, and a body that is looked at
 * becomes a stream, which takes longer than all else that is done with the answer.
 */
export function pageBeside(page: string, init: ResponseInit): Response {
  const response = new Response(null, init)
  pages.set(response, page)
  return response
}

/** The same answer with its page; any other answer as it is. */
export function withPage(response: Response): Response {
  const page = pages.get(response)
  return page === undefined ? response : new Response(page, { status: response.status, headers: response.headers })
}
