import { I18nProvider } from '@lingui/react'
import { renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { asleepIfLate } from './asleep.ts'
import { i18nContext, nonceContext, reportFaultContext, requestIdContext, structuredContext } from './context.ts'
import { Nonce } from './nonce.ts'
import { pageBeside } from './rendered.ts'
import { RequestId } from './request-id.ts'
import { Structured, structuredText } from './structured-data.ts'
import { WorkerWords, workerWords } from './worker-words.ts'

/**
 * Renders a page as one complete text in one go: all data is there before, and a whole body compresses and caches better
 * than a stream. The page's data follows its body, as React Router's own script reads it.
 */
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
  // React Router notes here whether the page has scripts at all.
  const rendered: { didRenderScripts?: boolean } = {}
  const { serverHandoffStream, ...bare } = { ...entry, renderMeta: rendered }
  const requestId = context.get(requestIdContext) ?? undefined
  const html = renderToString(
    <RequestId value={() => requestId}>
      <Nonce value={nonce}>
        <Structured value={structuredText(context.get(structuredContext))}>
          <WorkerWords value={workerWords(context.get(i18nContext))}>
            <I18nProvider i18n={context.get(i18nContext)}>
              <ServerRouter context={bare} url={request.url} {...(nonce ? { nonce } : {})} />
            </I18nProvider>
          </WorkerWords>
        </Structured>
      </Nonce>
    </RequestId>,
  )
  const data = serverHandoffStream ? await textOf(serverHandoffStream) : ''
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const page = `<!DOCTYPE html>${rendered.didRenderScripts ? withData(asleepIfLate(html), { data, nonce }) : html}`
  return request.method === 'HEAD' ? new Response(null, { status, headers }) : pageBeside(page, { status, headers })
}

/** React Router's own way is to print the error, past the log and with all that it quotes. */
export function handleError(error: unknown, { request, context }: { request: Request; context: unknown }): void {
  const isNoFault = request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)
  if (!isNoFault) (context as RouterContextProvider).get(reportFaultContext)(error)
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of stream as unknown as AsyncIterable<Uint8Array>)
    text += decoder.decode(bytes, { stream: true })
  return text
}

const END = '</body></html>'

/** Throws for a page that ends otherwise: without its data it would never answer a press. */
function withData(html: string, { data, nonce }: { data: string; nonce: string | undefined }): string {
  if (!html.endsWith(END)) throw new Error('The page does not end with its body.')
  const script = (text: string) => `<script${nonce ? ` nonce="${nonce}"` : ''}>${STREAM}${text}</script>`
  return html.slice(0, -END.length) + script(`enqueue(${escaped(data)});`) + script('close();') + END
}

const STREAM = 'window.__reactRouterContext.streamController.'

/** A text as a literal that cannot end the script it stands in. */
function escaped(text: string): string {
  const codeOf = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(text).replace(/[&<>\u2028\u2029]/g, codeOf)
}
