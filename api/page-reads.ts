/** Which of a page's reads have failed: a failed read must not become "not found" or an empty list. */
export interface PageReads {
  /** The database was unreachable or overloaded: the whole page is an error page. */
  failed: boolean
  /** One read failed with a fault: its part of the page shows an error. */
  faulty: boolean
}

/** Records a failed read, however the page handles it. */
export async function recordFailedRead(reads: PageReads, request: Request, response: Response): Promise<void> {
  if (!isRead(request)) return
  const hasTimedOut = response.status === 400 && (await readErrorCode(response)) === STATEMENT_TIMEOUT
  if (response.status > 500 || hasTimedOut) reads.failed = true
  else if (response.status === 500) reads.faulty = true
}

/** Includes the token refresh: a signed-in user must not get the visitor's page because it failed. */
function isRead({ method, url }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || url.endsWith('/token?grant_type=refresh_token')
}

/**
 * SQLSTATE query_canceled, which the table API reports as 400. None of our own pages' queries should run into the
 * timeout.
 */
const STATEMENT_TIMEOUT = '57014'

async function readErrorCode(response: Response): Promise<unknown> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : null
}
