import { expect, test } from 'vitest'
import { recordFailedRead } from './page-reads.ts'

async function isFailed(request: Request, response: Response): Promise<boolean> {
  const reads = { failed: false, faulty: false }
  await recordFailedRead(reads, request, response)
  return reads.failed
}

const requestTo = (path: string, method = 'GET') => new Request(`https://market.test${path}`, { method })
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
  const reads = { failed: false, faulty: false }
  await recordFailedRead(reads, requestTo('/rest/v1/vendors'), rejected(500, 'XX000'))
  expect(reads).toEqual({ failed: false, faulty: true })
})

test('leaves the response body readable', async () => {
  const response = rejected(400, '57014')
  await isFailed(requestTo('/rest/v1/vendors'), response)
  expect(await response.json()).toEqual({ code: '57014' })
})
