import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPasswordHashing } from '../passwords/password-hashing.ts'
import { newEmail, PASSWORD, signedIn, startService, type TestService } from './auth-service.ts'

/** A window long enough that no attempt is refilled during a test. */
const MONTH = 30 * 86_400

let compared = 0
let service: TestService
beforeEach(async () => {
  compared = 0
  const hashing = createPasswordHashing()
  service = await startService({
    rateLimits: true,
    settings: {
      limits: {
        tokenPerAddress: [150, MONTH],
        failedSignInPerAccountAndAddress: [10, MONTH],
        failedSignInPerAccount: [100, MONTH],
      },
    },
    dependencies: {
      hashing: {
        ...hashing,
        verify: (stored, password) => {
          compared += 1
          return hashing.verify(stored, password)
        },
      },
    },
  })
})
afterEach(() => service.stop())

const signIn = (email: string, password: string) =>
  service.ask('POST', '/token?grant_type=password', { body: { email, password } })

/** Concurrent attempts share the same count. */
async function tryAll(tries: [email: string, password: string][], before = (_index: number) => undefined as unknown) {
  const statuses: Record<number, number> = {}
  let next = 0
  const work = async () => {
    for (let index = next++; index < tries.length; index = next++) {
      before(index)
      const { status } = await signIn(...(tries[index] as [string, string]))
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 3 }, work))
  return statuses
}

test('10,000 leaked passwords from one address cost 150 hashes', async () => {
  const tries = Array.from({ length: 10_000 }, (_, i): [string, string] => [`leaked${i}@example.com`, `leaked ${i}`])
  expect(await tryAll(tries)).toEqual({ 400: 150, 429: 9850 })
  expect(compared).toBe(150)
})

test('1,000 passwords for one account from 1,000 addresses cost 100 hashes, and its owner gets in', async () => {
  service.setAddress('192.0.2.1')
  const { email } = await signedIn(service)
  compared = 0
  const tries = Array.from({ length: 1000 }, (_, i): [string, string] => [email, `guess ${i}`])
  const statuses = await tryAll(tries, (i) => service.setAddress(`10.0.${i >> 8}.${i & 255}`))
  expect(statuses).toEqual({ 400: 100, 429: 900 })
  expect(compared).toBe(100)
  service.setAddress('192.0.2.1')
  expect((await signIn(email, PASSWORD)).status).toBe(200)
})

test('the right password is refused too once wrong ones have reached the limit', async () => {
  service.setAddress('192.0.2.1')
  const { email } = await signedIn(service)
  service.setAddress('198.51.100.2')
  for (let i = 0; i < 10; i++) await signIn(email, `guess ${i}`)
  compared = 0
  expect((await signIn(email, PASSWORD)).status).toBe(429)
  expect(compared).toBe(0)
  expect((await signIn(newEmail(), PASSWORD)).status).toBe(400)
})
