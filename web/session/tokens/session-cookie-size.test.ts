import { expect, it } from 'vitest'
import { sessionCookie } from '#api/session-cookie.ts'

// Browsers drop a cookie above 4096 bytes, name and value together. The auth service takes at most 1,500 bytes of user
// metadata, and the longest address is 255 characters.
it('holds the largest session that the auth service can make', () => {
  const claims = {
    iss: `https://${'a'.repeat(60)}.example/auth/v1`,
    sub: crypto.randomUUID(),
    aud: 'authenticated',
    exp: 1_800_003_600,
    iat: 1_800_000_000,
    email: `${'a'.repeat(64)}@${'b'.repeat(60)}.example`,
    phone: '234803123456789',
    app_metadata: { provider: 'email', providers: ['email', 'phone', 'google'] },
    user_metadata: { full_name: 'x'.repeat(1480) },
    role: 'authenticated',
    aal: 'aal2',
    amr: [
      { method: 'totp', timestamp: 1_800_000_000 },
      { method: 'password', timestamp: 1_800_000_000 },
    ],
    session_id: crypto.randomUUID(),
    is_anonymous: false,
  }
  const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '')
  const header = part({ alg: 'ES256', typ: 'JWT', kid: crypto.randomUUID() })
  const session = {
    access_token: `${header}.${part(claims)}.${'s'.repeat(86)}`,
    refresh_token: 'r'.repeat(12),
    expires_at: 1_800_003_600,
    expires_in: 3600,
    token_type: 'bearer',
  }
  const [nameAndValue = ''] = sessionCookie(session, { secure: true }).split(';')
  expect(nameAndValue.length).toBeGreaterThan(2048)
  expect(nameAndValue.length).toBeLessThan(4096)
})
