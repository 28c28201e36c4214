import { createContext } from 'react'

/** The id in the log of the request that failed; undefined where none did. On the server it is that of the page being made. */
export const RequestId = createContext<() => string | undefined>(() => undefined)

/** Carries it to the browser, on pages that failed. */
export const REQUEST_ID_META = 'request-id'

/**
 * In the browser: the id that came with the page itself or, later, with the last data of a page. React Router does not show the headers
 * of an answer that failed to the page that tells of it, so they are read on the way.
 */
export function followRequestIds(): () => string | undefined {
  let failed = document.querySelector<HTMLMetaElement>(`meta[name="${REQUEST_ID_META}"]`)?.content
  const ask = window.fetch
  window.fetch = async (...call) => {
    const answer = await ask(...call)
    if (isPageData(answer.url)) failed = (answer.status >= 500 && answer.headers.get('x-request-id')) || undefined
    return answer
  }
  return () => failed
}

const isPageData = (address: string) => address.split('?', 1)[0]?.endsWith('.data') === true
