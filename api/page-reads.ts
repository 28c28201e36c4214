/** Whether what a page read was all answered; without that, "not found" and an empty list would be untrue. */
export interface PageReads {
  /** The database was out of reach or too busy, so the page is not shown at all. */
  failed: boolean
  /** A fault lay in one read; its part of the page says so. */
  faulty: boolean
}

/** Notes a read that was not answered, whatever the page makes of it. */
export async function recordFailedRead(reads: PageReads, request: Request, response: Response): Promise<void> {
  if (!isRead(request)) return
  const hasTimedOut = response.status === 400 && (await codeOf(response)) === STATEMENT_TIMEOUT
  if (response.status > 500 || hasTimedOut) reads.failed = true
  else if (response.status === 500) reads.faulty = true
}

/** A session that could not be refreshed counts too: whoever is signed in must not be shown the visitor's page. */
function isRead({ method, url }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || url.endsWith('/token?grant_type=refresh_token')
}

/** The table API blames the caller for a statement that took too long; our own pages ask for nothing that should. */
const STATEMENT_TIMEOUT = '57014'

async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : null
}
