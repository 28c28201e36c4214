import { expect, test } from 'vitest'
import { recordFailedRead } from './page-reads.ts'

async function isFailed(request: Request, response: Response): Promise<boolean> {
  const reads = { failed: false, faulty: false }
  await recordFailedRead(reads, request, response)
  return reads.failed
}

const asked = (path: string, method = 'GET') => new Request(`https://market.test${path}`, { method })
const refused = (status: number, code: string) => Response.json({ code }, { status })

test.each([
  ['the database was out of reach', asked('/rest/v1/vendors'), refused(503, 'PGRST001')],
  ['no connection was free', asked('/rest/v1/vendors', 'HEAD'), new Response(null, { status: 504 })],
  ['the statement took too long', asked('/rest/v1/vendors'), refused(400, '57014')],
  ['the session could not be refreshed', asked('/auth/v1/token?grant_type=refresh_token', 'POST'), refused(503, 'x')],
])('%s', async (_, request, response) => {
  expect(await isFailed(request, response)).toBe(true)
})

test.each([
  ['an answer', asked('/rest/v1/vendors'), Response.json([])],
  ['nothing found', asked('/rest/v1/vendors'), refused(406, 'PGRST116')],
  ['a malformed question', asked('/rest/v1/vendors'), refused(400, 'PGRST100')],
  ['an act, whose form says so itself', asked('/functions/v1/join-group-buy', 'POST'), refused(503, 'unavailable')],
])('not so: %s', async (_, request, response) => {
  expect(await isFailed(request, response)).toBe(false)
})

test('a fault in one read is noted apart', async () => {
  const reads = { failed: false, faulty: false }
  await recordFailedRead(reads, asked('/rest/v1/vendors'), refused(500, 'XX000'))
  expect(reads).toEqual({ failed: false, faulty: true })
})

test('the answer can still be read', async () => {
  const response = refused(400, '57014')
  await isFailed(asked('/rest/v1/vendors'), response)
  expect(await response.json()).toEqual({ code: '57014' })
})
