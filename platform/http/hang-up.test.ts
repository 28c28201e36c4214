import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { hasHungUp } from './hang-up.ts'
import { serve } from './serve.ts'

test('tells who has gone before the answer from who waits for it and who has had it', async () => {
  const asked: Request[] = []
  const answers: ((response: Response) => void)[] = []
  const { server, stop } = await serve({
    fetch: (request) => {
      asked.push(request)
      return new Promise((resolve) => answers.push(resolve))
    },
    host: '127.0.0.1',
    port: 0,
    trustedProxies: 0,
    onBug: () => undefined,
  })
  const { port } = server.address() as { port: number }
  const ask = () => connect(port, '127.0.0.1').on('error', () => undefined)
  const post = 'POST /x HTTP/1.1\r\nhost: site\r\ncontent-length: 2\r\n\r\n{}'
  const [goes, stays] = [ask(), ask()]
  goes.write(post)
  await expect.poll(() => asked.length).toBe(1)
  stays.write(post)
  await expect.poll(() => asked.length).toBe(2)
  const [first, second] = asked as [Request, Request]
  expect([hasHungUp(first), hasHungUp(second)]).toEqual([false, false])
  goes.destroy()
  await expect.poll(() => hasHungUp(first)).toBe(true)
  expect(hasHungUp(second)).toBe(false)
  const heard = new Promise((resolve) => stays.once('data', resolve))
  answers[1]?.(new Response('done'))
  await heard
  stays.destroy()
  expect([hasHungUp(first), hasHungUp(second)]).toEqual([true, false])
  await stop(0)
})

test('asks the signal of a request that came by no connection', () => {
  const hangsUp = new AbortController()
  const request = new Request('http://site/', { signal: hangsUp.signal })
  expect(hasHungUp(request)).toBe(false)
  hangsUp.abort()
  expect(hasHungUp(request)).toBe(true)
})
