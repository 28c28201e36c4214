import { expect, test } from 'vitest'
import { attachBody, deferBody } from './deferred-body.ts'

test('attaches the body with the status and headers of its response', async () => {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'x-own': 'kept' }
  const bare = deferBody('<p>₦68,000</p>', { status: 404, headers })
  bare.headers.set('set-cookie', 'a=b')
  const whole = attachBody(bare)
  expect([whole.status, await whole.text()]).toEqual([404, '<p>₦68,000</p>'])
  expect(Object.fromEntries(whole.headers)).toEqual({ ...headers, 'set-cookie': 'a=b' })
})

test('returns any other response unchanged', async () => {
  deferBody('<p>The page</p>', { status: 200 })
  const instead = new Response('elsewhere', { status: 302, headers: { location: '/' } })
  expect(attachBody(instead)).toBe(instead)
})
