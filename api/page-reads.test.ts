import { expect, test } from 'vitest'
import { noFailedReads, recordFailedRead } from './page-reads.ts'

async function readsAfter(request: Request, response: Response) {
  const reads = noFailedReads()
  const fault = await recordFailedRead(reads, request, response)
  return { ...reads, fault: fault?.message }
}

async function isFailed(request: Request, response: Response): Promise<boolean> {
  return (await readsAfter(request, response)).failed
}

const requestTo = (path: string, method = 'GET', headers = {}) =>
  new Request(`https://market.test${path}`, { method, headers })
const rejected = (status: number, code: string) => Response.json({ code }, { status })

test.each([
  ['the database is unreachable', requestTo('/rest/v1/vendors'), rejected(503, 'PGRST001')],
  ['no connection is free', requestTo('/rest/v1/vendors', 'HEAD'), new Response(null, { status: 504 })],
  ['the statement timed out', requestTo('/rest/v1/vendors'), rejected(400, '57014')],
  ['the session is not refreshed', requestTo('/auth/v1/token?grant_type=refresh_token', 'POST'), rejected(503, 'x')],
])('counts as failed: %s', async (_, request, response) => {
  expect(await isFailed(request, response)).toBe(true)
})

test.each([
  ['success', requestTo('/rest/v1/vendors'), Response.json([])],
  ['no row found', requestTo('/rest/v1/vendors'), rejected(406, 'PGRST116')],
  ['a malformed query', requestTo('/rest/v1/vendors'), rejected(400, 'PGRST100')],
  ['a command, whose form reports it', requestTo('/functions/v1/join-group-buy', 'POST'), rejected(503, 'unavailable')],
])('does not count as failed: %s', async (_, request, response) => {
  expect(await isFailed(request, response)).toBe(false)
})

test('records a fault of one read separately', async () => {
  const faulty = { ...noFailedReads(), faulty: true, fault: undefined }
  expect(await readsAfter(requestTo('/rest/v1/vendors'), rejected(500, 'XX000'))).toEqual(faulty)
})

const ofUser = { apikey: 'key', authorization: 'Bearer token' }
const ofVisitor = { apikey: 'key', authorization: 'Bearer key' }

test.each([
  ['a user may not read a table', ofUser, 403, '42501'],
  ['a visitor may not read a table', ofVisitor, 401, '42501'],
])('records and reports a refusal, without what was looked for: %s', async (_, headers, status, code) => {
  const read = requestTo('/rest/v1/claims?buyer_name=eq.Ada', 'GET', headers)
  const fault = `A read of a page failed: ${status} ${code} at /rest/v1/claims`
  expect(await readsAfter(read, rejected(status, code))).toEqual({ ...noFailedReads(), refused: true, fault })
})

test.each([
  [400, '42703'],
  [404, 'PGRST205'],
])('records and reports a query that does not fit the schema: %d %s', async (status, code) => {
  const fault = `A read of a page failed: ${status} ${code} at /rest/v1/claims`
  const reads = await readsAfter(requestTo('/rest/v1/claims'), rejected(status, code))
  expect(reads).toEqual({ ...noFailedReads(), faulty: true, fault })
})

test.each([
  ['a read', '/rest/v1/orders', 'GET', 401, 'PGRST303'],
  ['a command', '/functions/v1/read-code-checks', 'POST', 401, 'unauthorized'],
  ['the auth service', '/auth/v1/user', 'GET', 403, 'session_not_found'],
])('notices that the session has ended, which is no fault: %s', async (_, path, method, status, code) => {
  const ended = { ...noFailedReads(), sessionEnded: true, fault: undefined }
  expect(await readsAfter(requestTo(path, method, ofUser), rejected(status, code))).toEqual(ended)
})

test('a visitor has no session that could end', async () => {
  const sent = requestTo('/functions/v1/leave-group-buy', 'POST', ofVisitor)
  expect((await readsAfter(sent, rejected(401, 'unauthorized'))).sessionEnded).toBe(false)
})

test('leaves the response body readable', async () => {
  const response = rejected(400, '57014')
  await isFailed(requestTo('/rest/v1/vendors'), response)
  expect(await response.json()).toEqual({ code: '57014' })
})
