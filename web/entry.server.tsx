import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { nonceContext } from './context.ts'
import { Nonce } from './nonce.ts'

/** Renders a page as one complete text: all data is in the HTML, and a whole body compresses and caches better than a stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  // Nobody is left to read it.
  if (request.signal.aborted) return new Response(null, { status: 499 })
  const nonce = context.get(nonceContext) ?? undefined
  let failed = false
  const stream = await renderToReadableStream(
    <Nonce value={nonce}>
      <ServerRouter context={entry} url={request.url} {...(nonce ? { nonce } : {})} />
    </Nonce>,
    {
      onError(error) {
        failed = true
        console.error(error)
      },
    },
  )
  await stream.allReady
  const html = await new Response(stream).text()
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(request.method === 'HEAD' ? null : html, { status: failed ? 500 : status, headers })
}
