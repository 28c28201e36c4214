import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, signedIn, startService, type TestService } from './auth-service.ts'

let service: TestService
let caller = 0
beforeAll(async () => {
  service = await startService({ rateLimits: true })
})
afterAll(() => service.stop())

function fromElsewhere() {
  caller += 1
  service.setAddress(`198.51.100.${caller}`)
}

const signIn = (email: string, password: string) =>
  service.ask('POST', '/token?grant_type=password', { body: { email, password } })

describe('limits', () => {
  test('stop guessing at one account from one address, with the text that screens expect', async () => {
    fromElsewhere()
    const { email } = await signedIn(service)
    fromElsewhere()
    for (let i = 0; i < 10; i++) expect((await signIn(email, 'wrong one')).status).toBe(400)
    const stopped = await signIn(email, PASSWORD)
    expect(stopped).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
    expect(stopped.body.message).toContain('rate limit')
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('count all IPv6 addresses of one subscriber together', async () => {
    fromElsewhere()
    const { email } = await signedIn(service)
    for (let i = 0; i < 10; i++) {
      service.setAddress(`2001:db8:1:2::${i}`)
      expect((await signIn(email, 'wrong one')).status).toBe(400)
    }
    service.setAddress('2001:db8:1:2:3:4:5:6')
    expect((await signIn(email, PASSWORD)).status).toBe(429)
    service.setAddress('2001:db8:1:3::1')
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  test('do not lock out the owner elsewhere, or others at the same address', async () => {
    fromElsewhere()
    const { email } = await signedIn(service)
    const other = await signedIn(service)
    fromElsewhere()
    for (let i = 0; i < 11; i++) await signIn(email, 'wrong one')
    expect((await signIn(other.email, PASSWORD)).status).toBe(200)
    fromElsewhere()
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  test('stop guessing at unknown accounts too', async () => {
    fromElsewhere()
    const email = newEmail()
    for (let i = 0; i < 10; i++) expect((await signIn(email, 'wrong one')).status).toBe(400)
    expect((await signIn(email, 'wrong one')).status).toBe(429)
  })

  test('stop guessing from many addresses, but not from where the owner has signed in', async () => {
    const strict = await startService({ rateLimits: true, settings: { limits: { failedSignInPerAccount: [5, 900] } } })
    strict.setAddress('192.0.2.1')
    const { email } = await signedIn(strict)
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) {
      strict.setAddress(`192.0.2.${50 + i}`)
      const body = { email, password: 'wrong one' }
      statuses.push((await strict.ask('POST', '/token?grant_type=password', { body })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
    strict.setAddress('192.0.2.1')
    expect((await strict.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    await strict.stop()
  })

  test('count failures only', async () => {
    fromElsewhere()
    const { email } = await signedIn(service)
    for (let i = 0; i < 15; i++) expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  test('stop a hundred attempts at once too', async () => {
    fromElsewhere()
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 60 }, () => signIn(email, 'wrong one')))
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(10)
  })

  test('allow one mail a minute to an address, registered or not', async () => {
    fromElsewhere()
    const known = await signedIn(service)
    for (const email of [known.email, newEmail()]) {
      expect((await service.ask('POST', '/recover', { body: { email } })).status).toBe(200)
      const again = await service.ask('POST', '/recover', { body: { email } })
      expect(again).toMatchObject({ status: 429, body: { code: 'over_email_send_rate_limit' } })
      expect(again.body.message).toMatch(/rate limit.* after \d+ seconds/)
    }
  })

  describe('of the whole site', () => {
    const small = { mailForAll: [3, 3600], smsForAll: [3, 3600] } satisfies Record<string, [number, number]>
    let tight: TestService
    beforeAll(async () => {
      tight = await startService({ rateLimits: true, settings: { phoneEnabled: true, limits: small } })
    })
    afterAll(() => tight.stop())
    /**
     * Budgets that are not full: one of a site's three refills in 20 minutes, any other limit's attempt much sooner.
     */
    const charged = async () => {
      const { rows } = await tight.db.owner.query(
        `select count(*)::int from limits.buckets where full_at > now() + interval '15 minutes'`,
      )
      return rows[0].count
    }

    test.each([
      ['/recover', () => ({ email: newEmail() })],
      ['/resend', () => ({ type: 'signup', email: newEmail() })],
      ['/resend', () => ({ type: 'email_change', email: newEmail() })],
      ['/otp', () => ({ email: newEmail(), create_user: false })],
      ['/resend', () => ({ type: 'sms', phone: `23480${Math.floor(Math.random() * 1e8)}` })],
      ['/resend', () => ({ type: 'phone_change', phone: `23480${Math.floor(Math.random() * 1e8)}` })],
      ['/otp', () => ({ phone: `23480${Math.floor(Math.random() * 1e8)}`, create_user: false })],
    ])('is not used up by %s %# for addresses that nobody has', async (path, body) => {
      for (let number = 0; number < 6; number++) {
        tight.setAddress(`198.51.100.${number}`)
        expect((await tight.ask('POST', path, { body: body() })).status).not.toBe(429)
      }
      expect(await charged()).toBe(0)
    })

    test('is not used up by retrying too early', async () => {
      const email = newEmail()
      const answers = []
      for (let number = 0; number < 4; number++) {
        tight.setAddress(`198.51.100.${number}`)
        answers.push((await tight.ask('POST', '/recover', { body: { email } })).status)
      }
      expect(answers).toEqual([200, 429, 429, 429])
      expect(await charged()).toBe(0)
    })

    test('is used up by what is really sent, and then refuses known and unknown addresses alike', async () => {
      const known = [newEmail(), newEmail(), newEmail()]
      for (const email of known) {
        expect((await tight.ask('POST', '/signup', { body: { email, password: PASSWORD } })).status).toBe(200)
      }
      for (const email of [known[0], newEmail()]) {
        const { status, body } = await tight.ask('POST', '/recover', { body: { email } })
        expect({ status, code: body.code }).toEqual({ status: 429, code: 'over_email_send_rate_limit' })
      }
    })
  })

  test('stop mass sign-up from one address', async () => {
    fromElsewhere()
    const answers: number[] = []
    for (let i = 0; i < 32; i++) answers.push((await service.ask('POST', '/signup', { body: { email: 'x' } })).status)
    expect(answers.slice(0, 30)).toEqual(Array(30).fill(400))
    expect(answers.slice(30)).toEqual([429, 429])
  })

  test('count the IPv6 addresses of one subscriber as one place', async () => {
    for (let i = 0; i < 30; i++) {
      service.setAddress(`2001:db8:1:2::${i}`)
      await service.ask('POST', '/signup', { body: { email: 'x' } })
    }
    service.setAddress('2001:db8:1:2:ffff::1')
    expect((await service.ask('POST', '/signup', { body: { email: 'x' } })).status).toBe(429)
    service.setAddress('2001:db8:1:3::1')
    expect((await service.ask('POST', '/signup', { body: { email: 'x' } })).status).toBe(400)
  })

  test('store no address in the table', async () => {
    const { rows } = await service.db.owner.query('select key from limits.buckets')
    expect(rows.length).toBeGreaterThan(5)
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/)
  })
})
