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
  if (page === undefined) return response
  // As bytes: a text is measured first and then turned into bytes while it is sent.
  return new Response(new TextEncoder().encode(page), { status: response.status, headers: response.headers })
}
