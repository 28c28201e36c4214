import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { isAborted } from './is-aborted.ts'
import { serve } from './serve.ts'

test('distinguishes a client that disconnected from one that waits and one that has the response', async () => {
  const requests: Request[] = []
  const respond: ((response: Response) => void)[] = []
  const { server, stop } = await serve({
    fetch: (request) => {
      requests.push(request)
      return new Promise((resolve) => respond.push(resolve))
    },
    host: '127.0.0.1',
    port: 0,
    trustedProxies: 0,
    onBug: () => undefined,
  })
  const { port } = server.address() as { port: number }
  const openSocket = () => connect(port, '127.0.0.1').on('error', () => undefined)
  const post = 'POST /x HTTP/1.1\r\nhost: site\r\ncontent-length: 2\r\n\r\n{}'
  const [aborted, waiting] = [openSocket(), openSocket()]
  aborted.write(post)
  await expect.poll(() => requests.length).toBe(1)
  waiting.write(post)
  await expect.poll(() => requests.length).toBe(2)
  const [first, second] = requests as [Request, Request]
  expect([isAborted(first), isAborted(second)]).toEqual([false, false])
  aborted.destroy()
  await expect.poll(() => isAborted(first)).toBe(true)
  expect(isAborted(second)).toBe(false)
  const received = new Promise((resolve) => waiting.once('data', resolve))
  respond[1]?.(new Response('done'))
  await received
  waiting.destroy()
  expect([isAborted(first), isAborted(second)]).toEqual([true, false])
  await stop(0)
})

test('uses the signal of a request without a connection', () => {
  const controller = new AbortController()
  const request = new Request('http://site/', { signal: controller.signal })
  expect(isAborted(request)).toBe(false)
  controller.abort()
  expect(isAborted(request)).toBe(true)
})
