import { I18nProvider } from '@lingui/react'
import { renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import {
  failedReadsContext,
  i18nContext,
  nonceContext,
  reportFaultContext,
  requestIdContext,
  structuredContext,
} from './context.ts'
import { translatedWorkerTexts, WorkerTexts } from './offline/worker-texts.ts'
import { deferModules } from './rendering/defer-modules.ts'
import { deferBody } from './rendering/deferred-body.ts'
import { FailedReads } from './rendering/failed-reads.ts'
import { Nonce } from './rendering/nonce.ts'
import { RequestId } from './rendering/request-id.ts'
import { Structured, structuredText } from './rendering/structured-data.ts'

/**
 * Renders a page as one string: all data is loaded beforehand, and a complete body compresses and caches better than a
 * stream. The page's data follows the body in the form that React Router's client expects.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  // The client has disconnected.
  if (request.signal.aborted) return new Response(null, { status: 499 })
  const nonce = context.get(nonceContext) ?? undefined
  // React Router sets `didRenderScripts` here.
  const rendered: { didRenderScripts?: boolean } = {}
  const { serverHandoffStream, ...bare } = { ...entry, renderMeta: rendered }
  const requestId = context.get(requestIdContext) ?? undefined
  const html = renderToString(
    <RequestId value={() => requestId}>
      <Nonce value={nonce}>
        <Structured value={structuredText(context.get(structuredContext))}>
          <WorkerTexts value={translatedWorkerTexts(context.get(i18nContext))}>
            <FailedReads value={context.get(failedReadsContext)}>
              <I18nProvider i18n={context.get(i18nContext)}>
                <ServerRouter context={bare} url={request.url} {...(nonce ? { nonce } : {})} />
              </I18nProvider>
            </FailedReads>
          </WorkerTexts>
        </Structured>
      </Nonce>
    </RequestId>,
  )
  const data = serverHandoffStream ? await textOf(serverHandoffStream) : ''
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const page = `<!DOCTYPE html>${rendered.didRenderScripts ? withData(deferModules(html), { data, nonce }) : html}`
  return request.method === 'HEAD' ? new Response(null, { status, headers }) : deferBody(page, { status, headers })
}

/** Replaces React Router's default, which prints errors unredacted and outside the log. */
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

/**
 * Appends the data before the end of the body. Throws if the page ends differently: without its data it could not
 * hydrate.
 */
function withData(html: string, { data, nonce }: { data: string; nonce: string | undefined }): string {
  if (!html.endsWith(END)) throw new Error('The rendered page does not end with </body></html>.')
  const script = (text: string) => `<script${nonce ? ` nonce="${nonce}"` : ''}>${STREAM}${text}</script>`
  return html.slice(0, -END.length) + script(`enqueue(${escaped(data)});`) + script('close();') + END
}

const STREAM = 'window.__reactRouterContext.streamController.'

/** A JavaScript string literal that cannot close the surrounding script element. */
function escaped(text: string): string {
  // Whole strings are replaced rather than a character at a time: this is most of a page's data.
  return JSON.stringify(text)
    .replaceAll('&', '\\u0026')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
