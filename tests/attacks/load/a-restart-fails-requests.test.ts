import { Agent, get } from 'node:http'
import { expect, test } from 'vitest'
import { openTarget } from '../open-target.ts'

/** A request over a reused connection, as a load balancer sends it. Returns the status, or the system's error code. */
function ask(url: string, agent: Agent): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    get(url, { agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode))
      answer.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    }).once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
  })
}

test('a process on SIGTERM fails no request of clients that check its readiness', async () => {
  const target = await openTarget({ SHUTDOWN_NOTICE_MS: '2000' })
  const agent = new Agent({ keepAlive: true })
  const url = (path: string) => target.origin + path
  const answers: (number | string | undefined)[] = []
  let noticed = 0
  let begun: () => void = () => undefined
  const underWay = new Promise<void>((resolve) => {
    begun = resolve
  })

  /** Sends one request after the other until the readiness check, made before each, fails. */
  async function customer(path: string): Promise<void> {
    for (;;) {
      const readiness = await ask(url('/readyz'), agent)
      if (readiness !== 200) {
        noticed += 1
        expect([503, 'ECONNREFUSED']).toContain(readiness)
        return
      }
      answers.push(await ask(url(path), agent))
      if (answers.length > 50) begun()
    }
  }

  const customers = ['/about', '/products', '/rest/v1/group_buys', '/about', '/auth', '/group-buys'].map(customer)
  await underWay
  const closed = target.close()
  await Promise.all(customers)
  await closed
  agent.destroy()
  expect(noticed).toBe(6)
  expect(new Set(answers)).toEqual(new Set([200]))
})
