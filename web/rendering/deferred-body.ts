const pages = new WeakMap<Response, string>()

/**
 * A response without its body, which `attachBody` adds later. The router reads the `body` property of the responses
 * that it passes on, which turns a string into a stream and takes longer than everything else done with the response.
 */
export function deferBody(page: string, init: ResponseInit): Response {
  const response = new Response(null, init)
  pages.set(response, page)
  return response
}

/** Returns a response of `deferBody` with its body, any other response unchanged. */
export function attachBody(response: Response): Response {
  const page = pages.get(response)
  if (page === undefined) return response
  // Encoded once: a string would be measured first and then encoded while it is sent.
  return new Response(new TextEncoder().encode(page), { status: response.status, headers: response.headers })
}
