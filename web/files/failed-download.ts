import { LOAD_AGAIN } from '#domain/texts/screens.ts'

/**
 * The response to a download whose rows could not be read. If the session has ended or the viewer may not read them,
 * the renderer of pages replaces it (process/pages/pages.ts).
 */
export const failedDownload = (failure: string) =>
  new Response(`${failure} ${LOAD_AGAIN}`, {
    status: 503,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'private, no-store',
      'retry-after': String(RETRY_AFTER_SECONDS),
    },
  })

const RETRY_AFTER_SECONDS = 2
