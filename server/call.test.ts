import { expect, test } from 'vitest'
import { answerError, type Run } from './call.ts'

const reported: unknown[] = []
const run = { deps: { reportFault: (fault: unknown) => reported.push(fault) }, request: {} } as unknown as Run

/** As the driver throws what the server reports. */
const sqlError = (code: string) => Object.assign(new Error('The server has no more of it'), { severity: 'ERROR', code })

test.each([
  ['53100', 'its disk is full'],
  ['53200', 'its memory is used up'],
  ['53300', 'it has too many connections'],
])('%s, %s: 503, when to come back, and the operator hears of it', async (code) => {
  reported.length = 0
  const answer = answerError(sqlError(code), run)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await answer.json()).toMatchObject({ code: 'busy' })
  expect(reported).toHaveLength(1)
})

test('a bug is none of these', () => {
  expect(answerError(sqlError('XX000'), run).status).toBe(500)
})
