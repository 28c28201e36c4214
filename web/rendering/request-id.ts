import { createContext } from 'react'

/**
 * The log's id of the failed request; undefined if none failed. On the server: the id of the request being rendered.
 */
export const RequestId = createContext<() => string | undefined>(() => undefined)

/** The meta element that carries the id to the browser on error pages. */
export const REQUEST_ID_META = 'request-id'

/**
 * In the browser: returns a getter of the id from the document or, after navigation, from the last failed data request.
 * Wraps `fetch`, because React Router does not pass the headers of a failed response to the error page.
 */
export function trackFailedRequestId(): () => string | undefined {
  let failed = document.querySelector<HTMLMetaElement>(`meta[name="${REQUEST_ID_META}"]`)?.content
  const originalFetch = window.fetch
  window.fetch = async (...args) => {
    const response = await originalFetch(...args)
    if (isPageData(response.url)) failed = (response.status >= 500 && response.headers.get('x-request-id')) || undefined
    return response
  }
  return () => failed
}

/** Whether it is the address of a page's data, which a client navigation requests, and not of its document. */
export const isPageData = (address: string) => address.split('?', 1)[0]?.endsWith('.data') === true
