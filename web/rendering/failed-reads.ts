import { createContext } from 'react'
import { isPageData } from './request-id.ts'

/** Whether a part of the page could not be read. On the server: of the page being rendered. */
export const FailedReads = createContext<() => boolean>(() => false)

/** Marks responses of pages that have such a part. */
export const FAILED_READS_HEADER = 'x-failed-reads'

/** Id of the notice, which carries the fact to the browser. */
export const FAILED_READS_NOTICE = 'failed-reads'

/**
 * In the browser: returns a getter of the fact from the document or, after navigation, from the last data request.
 * Wraps `fetch`, because React Router does not pass the headers of a response on.
 */
export function trackFailedReads(): () => boolean {
  let hasFailed = document.getElementById(FAILED_READS_NOTICE) !== null
  const originalFetch = window.fetch
  window.fetch = async (...args) => {
    const response = await originalFetch(...args)
    if (isPageData(response.url)) hasFailed = response.headers.has(FAILED_READS_HEADER)
    return response
  }
  return () => hasFailed
}
