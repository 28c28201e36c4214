import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimsIn, newEmail, startService, type TestService, tokenOf } from './auth-service.ts'

describe('anonymous sign-in', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ settings: { anonymousEnabled: true } })
  })
  afterAll(() => service.stop())

  test('opens a session marked as such, and may become a full account', async () => {
    const client = service.client()
    const { data, error } = await client.signInAnonymously({ options: { data: { full_name: 'Guest' } } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { full_name: 'Guest' } })
    const payload = claimsIn(data.session?.access_token)
    expect(payload).toMatchObject({ is_anonymous: true, amr: [{ method: 'anonymous' }] })
    const factor = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'x' })
    expect(factor.error).toMatchObject({ status: 403 })

    const email = newEmail()
    await client.updateUser({ email })
    const { data: verified } = await client.verifyOtp({
      type: 'email_change',
      token_hash: tokenOf(service.lastMail(email)),
    })
    expect(verified.user).toMatchObject({ id: data.user?.id, email, is_anonymous: false })
    expect(verified.user?.app_metadata).toMatchObject({ providers: ['email'] })
  })
})
