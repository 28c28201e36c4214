import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProofOfWork } from '../captcha/proof-of-work.ts'
import { createSiteVerify } from '../captcha/site-verify.ts'
import { KEYS, newEmail, PASSWORD, startService, type TestService } from './auth-service.ts'

const withToken = (token: string, body: Record<string, unknown> = {}) => ({
  email: newEmail(),
  password: PASSWORD,
  ...body,
  gotrue_meta_security: { captcha_token: token },
})

describe('proof of work', () => {
  let service: TestService
  const captcha = createProofOfWork({ secret: 'test', mostTries: 20, cost: 10 })
  beforeAll(async () => {
    service = await startService({ dependencies: { captcha } })
  })
  afterAll(() => service.stop())

  async function solve(change: (challenge: Challenge) => Challenge = (challenge) => challenge) {
    const { body } = await service.ask('GET', '/captcha')
    const challenge = change(body as unknown as Challenge)
    const solution = await solveChallenge({ challenge, deriveKey })
    return { challenge, solution }
  }
  const encode = (value: unknown, indent = 0) => Buffer.from(JSON.stringify(value, null, indent)).toString('base64')

  test('lets the client that solved it sign up', async () => {
    const { error } = await service.client().signUp({
      email: newEmail(),
      password: PASSWORD,
      options: { captchaToken: encode(await solve()) },
    })
    expect(error).toBeNull()
  })

  test.each([
    ['POST', '/signup', {}],
    ['POST', '/token?grant_type=password', {}],
    ['POST', '/otp', {}],
    ['POST', '/recover', {}],
    ['POST', '/resend', { type: 'signup' }],
  ])('guards %s %s', async (method, path, body) => {
    const without = await service.ask(method, path, { body: { email: newEmail(), password: PASSWORD, ...body } })
    expect(without).toMatchObject({
      status: 400,
      body: { code: 'captcha_failed', message: 'captcha protection: request disallowed (no captcha_token found)' },
    })
    expect((await service.ask(method, path, { body: withToken('nonsense', body) })).body.code).toBe('captcha_failed')
    const solved = await service.ask(method, path, { body: withToken(encode(await solve()), body) })
    expect(solved.body.code).not.toBe('captcha_failed')
  })

  test('is valid once, however it is encoded', async () => {
    const proof = await solve()
    expect((await service.ask('POST', '/signup', { body: withToken(encode(proof)) })).status).toBe(200)
    for (const token of [encode(proof), encode(proof, 2), encode({ ...proof, more: 1 })]) {
      expect((await service.ask('POST', '/signup', { body: withToken(token) })).body.code).toBe('captcha_failed')
    }
  })

  test('is refused if it was made easier, changed, or is old', async () => {
    const { challenge, solution } = await solve()
    const easier = await solve((given) => ({ ...given, parameters: { ...given.parameters, cost: 1, keyPrefix: '0' } }))
    const later = { ...challenge, parameters: { ...challenge.parameters, expiresAt: 4_000_000_000 } }
    const wrong = { challenge, solution: { ...solution, counter: 0, derivedKey: '00' } }
    const own = await createProofOfWork({ secret: 'other', mostTries: 4, cost: 1 }).createTask?.()
    const foreign = { challenge: own, solution: await solveChallenge({ challenge: own as Challenge, deriveKey }) }
    for (const proof of [easier, { challenge: later, solution }, wrong, foreign, {}, [], null, 'x']) {
      expect((await service.ask('POST', '/signup', { body: withToken(encode(proof)) })).body.code).toBe(
        'captcha_failed',
      )
    }
    expect(service.faults).toEqual([])
  })

  test('is announced to browsers beforehand', async () => {
    expect((await service.ask('GET', '/settings')).body.captcha).toEqual({ provider: 'proof-of-work' })
  })

  test('is not required of servers with the secret key', async () => {
    const headers = { apikey: KEYS.secret }
    const answer = await service.ask('POST', '/signup', { headers, body: { email: newEmail(), password: PASSWORD } })
    expect(answer.status).toBe(200)
  })
})

describe.each(['turnstile', 'hcaptcha'] as const)('%s', (name) => {
  let server: Server
  let service: TestService
  let requested: URLSearchParams
  let status = 200
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      requested = new URLSearchParams(body)
      response.writeHead(status).end(JSON.stringify({ success: requested.get('response') === 'good' }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
    service = await startService({
      dependencies: { captcha: createSiteVerify({ name, secret: 'shh', siteKey: 'public', url }) },
    })
  })
  afterAll(async () => {
    await service.stop()
    await new Promise((resolve) => server.close(resolve))
  })

  test('is announced to browsers beforehand', async () => {
    const { body } = await service.ask('GET', '/settings')
    expect(body.captcha).toEqual({ provider: name, site_key: 'public', script_url: expect.stringMatching(/^https:/) })
  })

  test('is queried for every token', async () => {
    expect((await service.ask('POST', '/signup', { body: withToken('good') })).status).toBe(200)
    expect(Object.fromEntries(requested)).toEqual({ secret: 'shh', response: 'good', remoteip: '203.0.113.1' })
    expect((await service.ask('POST', '/signup', { body: withToken('bad') })).body.code).toBe('captcha_failed')
    expect((await service.ask('GET', '/captcha')).status).toBe(404)
  })

  test('rejects every call while the provider is down, and reports the fault', async () => {
    status = 500
    expect((await service.ask('POST', '/signup', { body: withToken('good') })).body.code).toBe('captcha_failed')
    expect(service.faults).toHaveLength(1)
    status = 200
  })
})
