const texts = new WeakMap<Response, string>()

/** Creates a response whose text remains accessible: reading it back from the response would create a stream first. */
export function textResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text, init)
  texts.set(response, text)
  return response
}

/** The text of such a response; undefined for any other. */
export const textOfResponse = (response: Response): string | undefined => texts.get(response)
