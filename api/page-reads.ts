/** Which of a page's reads have failed: a failed read must not become "not found" or an empty list. */
export interface PageReads {
  /** The database was unreachable or overloaded: the whole page is an error page. */
  failed: boolean
  /** One read failed with a fault: its part of the page shows an error. */
  faulty: boolean
  /** The viewer may not read what this page reads. */
  refused: boolean
  /** The session ended, or its access token expired, between the reading of the session and another read. */
  sessionEnded: boolean
}

export const noFailedReads = (): PageReads => ({ failed: false, faulty: false, refused: false, sessionEnded: false })

/**
 * Records a failed read, however the page handles it. Returns the fault to report: a refusal, or a query that does not
 * fit the database. Faults of 500 and more are reported where they occur.
 */
export async function recordFailedRead(reads: PageReads, request: Request, response: Response): Promise<Error | null> {
  const { status } = response
  if (status < 400) return null
  const code = status < 500 ? await readErrorCode(response) : ''
  if (hasUserToken(request) && (status === 401 || code === 'session_not_found')) {
    reads.sessionEnded = true
    return null
  }
  if (!isRead(request)) return null
  if (status > 500 || code === STATEMENT_TIMEOUT) reads.failed = true
  else if (status === 401 || status === 403) reads.refused = true
  else if (status === 500 || isMisfit(code)) reads.faulty = true
  const isReported = reads.refused || isMisfit(code)
  return isReported ? new Error(`A read of a page failed: ${status} ${code} at ${new URL(request.url).pathname}`) : null
}

/** The token of a user, rather than the key alone. */
function hasUserToken({ headers }: Request): boolean {
  const authorization = headers.get('authorization')
  return authorization !== null && authorization !== `Bearer ${headers.get('apikey')}`
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

/** SQLSTATE class 42 (undefined column ...), or a table, relation or function that is not in the schema. */
const isMisfit = (code: string): boolean => /^(42|PGRST2)/.test(code)

async function readErrorCode(response: Response): Promise<string> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : ''
}
