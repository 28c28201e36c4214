import { expect, test } from 'vitest'
import { type CommandRequest, errorResponse } from './call.ts'

const reported: unknown[] = []
const run = {
  deps: { reportFault: (fault: unknown) => reported.push(fault) },
  request: {},
} as unknown as CommandRequest

/** An error as the PostgreSQL driver throws it. */
const sqlError = (code: string) => Object.assign(new Error('The server has no more of it'), { severity: 'ERROR', code })

test.each([
  ['53100', 'its disk is full'],
  ['53200', 'its memory is used up'],
  ['53300', 'it has too many connections'],
])('%s, %s: 503 with Retry-After, and reported to the operator', async (code) => {
  reported.length = 0
  const answer = errorResponse(sqlError(code), run)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await answer.json()).toMatchObject({ code: 'busy' })
  expect(reported).toHaveLength(1)
})

test('any other error is a 500 without Retry-After', () => {
  expect(errorResponse(sqlError('XX000'), run).status).toBe(500)
})
