const texts = new WeakMap<Response, string>()

/** An answer whose text stays known to this process: reading it back would make a stream of it first. */
export function textAnswer(text: string, init: ResponseInit): Response {
  const response = new Response(text, init)
  texts.set(response, text)
  return response
}

/** The text of such an answer; undefined for any other. */
export const knownText = (response: Response): string | undefined => texts.get(response)
