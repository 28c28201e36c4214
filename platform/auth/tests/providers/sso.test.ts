import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API, SITE, signedIn, startService, type TestService } from '../auth-service.ts'
import { type AssertionOptions, createIdentityProvider, decode, encode } from './identity-provider.ts'

const idp = createIdentityProvider(randomUUID())
let service: TestService
beforeAll(async () => {
  service = await startService({ settings: { samlProviders: [idp.settings] } })
})
afterAll(() => service.stop())

const fragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))

async function start(flowType: 'pkce' | 'implicit' = 'implicit') {
  const client = service.client({ flowType })
  const { data, error } = await client.signInWithSSO({
    domain: 'company.example',
    options: { redirectTo: `${SITE}/after` },
  })
  if (error) throw error
  return { client, ...idp.read(data.url) }
}

/** Posts the answer as the person's browser would, and returns where it is redirected. */
async function post(relayState: string, samlResponse: string): Promise<Response> {
  const body = new URLSearchParams({ RelayState: relayState, SAMLResponse: samlResponse })
  return service.handle(new Request(`${API}/sso/saml/acs`, { method: 'POST', body }))
}

async function finish(relayState: string, samlResponse: string): Promise<URL> {
  const response = await post(relayState, samlResponse)
  expect(response.status).toBe(302)
  return new URL(response.headers.get('location') ?? '')
}

async function expectRefused(
  options: Partial<AssertionOptions>,
  key: 'own' | 'foreign' | 'none' | 'sha1' = 'own',
  change: (xml: string) => string = (xml) => xml,
) {
  const { requestId, relayState } = await start()
  const end = await finish(relayState, encode(change(decode(idp.respond({ requestId, ...options }, key)))))
  expect(fragment(end)).not.toHaveProperty('access_token')
  expect(fragment(end)).toHaveProperty('error')
  return fragment(end)
}

describe('sign-in with a company', () => {
  test('goes to its provider with a request and returns with a session', async () => {
    const { xml, requestId, relayState } = await start()
    expect(xml).toContain(`AssertionConsumerServiceURL="${API}/sso/saml/acs"`)
    const end = await finish(relayState, idp.respond({ requestId }))
    expect(end.origin + end.pathname).toBe(`${SITE}/after`)
    const { body } = await service.ask('GET', '/user', { bearer: fragment(end).access_token ?? '' })
    expect(body).toMatchObject({
      email: 'ada@company.example',
      app_metadata: { provider: `sso:${idp.settings.id}` },
      user_metadata: { full_name: 'Ada Obi' },
    })
  })

  test('sends a PKCE client back with a code, and recognises the person', async () => {
    const ids: unknown[] = []
    for (let i = 0; i < 2; i++) {
      const { client, requestId, relayState } = await start('pkce')
      const end = await finish(relayState, idp.respond({ requestId, email: 'obi@company.example' }))
      expect(end.hash).toBe('')
      const { data, error } = await client.exchangeCodeForSession(end.searchParams.get('code') ?? '')
      expect(error).toBeNull()
      ids.push(data.user?.id)
      const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel()
      expect(level?.currentAuthenticationMethods[0]).toMatchObject({ method: 'sso/saml' })
      const change = await client.updateUser({ email: 'other@example.com' })
      expect(change.error).toMatchObject({ status: 422, code: 'user_sso_managed' })
    }
    expect(new Set(ids).size).toBe(1)
  })

  test('links to no account that has the same e-mail by other means', async () => {
    const { user } = await signedIn(service, 'boss@company.example')
    const { requestId, relayState } = await start()
    const end = await finish(relayState, idp.respond({ requestId, email: 'boss@company.example' }))
    const { body } = await service.ask('GET', '/user', { bearer: fragment(end).access_token ?? '' })
    expect(body.email).toBe('boss@company.example')
    expect(body.id).not.toBe(user.id)
  })

  test('is found by the provider’s id too, and described for it', async () => {
    const { data, error } = await service.client().signInWithSSO({ providerId: idp.settings.id })
    expect(error).toBeNull()
    expect(data?.url).toContain('https://idp.example/sign-in?SAMLRequest=')
    const metadata = await service.handle(new Request(`${API}/sso/saml/metadata`))
    expect(await metadata.text()).toContain(`entityID="${API}/sso/saml/metadata"`)
  })
})

describe('an assertion is refused', () => {
  test('without a signature, with a stranger’s, or with SHA-1', async () => {
    await expectRefused({}, 'none')
    await expectRefused({}, 'foreign')
    await expectRefused({}, 'sha1')
  })

  test('if anything in it was changed', async () => {
    await expectRefused({}, 'own', (xml) => xml.replaceAll('ada@company.example', 'boss@company.example'))
    await expectRefused({}, 'own', (xml) => xml.replace('ada@company.example', 'ada@company.example<!--x-->.evil'))
  })

  test('if a false one is wrapped around the signed one', async () => {
    const wrap = (place: (evil: string, signed: string) => string) => (xml: string) => {
      const signed = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
      const evil = signed
        .replace(/<ds:Signature[\s\S]*?<\/ds:Signature>|<Signature[\s\S]*?<\/Signature>/, '')
        .replace(/ID="[^"]+"/, 'ID="_evil"')
        .replaceAll('ada@company.example', 'boss@company.example')
      return xml.replace(signed, place(evil, signed))
    }
    await expectRefused(
      {},
      'own',
      wrap((evil, signed) => evil + signed),
    )
    await expectRefused(
      {},
      'own',
      wrap((evil, signed) => signed + evil),
    )
    await expectRefused(
      {},
      'own',
      wrap((evil, signed) => evil.replace('</saml:Assertion>', `${signed}</saml:Assertion>`)),
    )
    await expectRefused(
      {},
      'own',
      wrap((evil, signed) => `<samlp:Extensions>${signed}</samlp:Extensions>${evil}`),
    )
  })

  test('if it is old, not yet valid, or for another recipient, service or request', async () => {
    await expectRefused({ expiresAt: -60 })
    await expectRefused({ issuedAt: -3600, expiresAt: 3600 })
    await expectRefused({ issuedAt: 3600, expiresAt: 7200 })
    await expectRefused({ audience: 'https://other.example' })
    await expectRefused({ recipient: 'https://other.example/acs' })
    await expectRefused({ issuer: 'https://other-idp.example' })
    await expectRefused({ inResponseTo: '_another' })
    await expectRefused({ inResponseTo: null })
  })

  test('if it names no persistent id, no e-mail, or a stranger’s domain', async () => {
    await expectRefused({ nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' })
    const stranger = await expectRefused({ email: 'ada@site.example' })
    expect(stranger.error_code).toBe('saml_assertion_no_email')
    expect((await expectRefused({ email: 'nobody' })).error_code).toBe('saml_assertion_no_email')
    await expectRefused({ email: 'ada@company.example.evil.example' })
  })

  test('if it is replayed', async () => {
    const { requestId, relayState } = await start()
    const answer = idp.respond({ requestId })
    await finish(relayState, answer)
    expect((await post(relayState, answer)).status).toBe(404)
    const second = await start()
    expect(fragment(await finish(second.relayState, answer))).toHaveProperty('error')
    // Even if that second request is the one it answers.
    await service.db.owner.query(
      `update auth.flow_state set provider_state = jsonb_build_object('requestId', $1::text, 'providerId', $2::text)`,
      [requestId, idp.settings.id],
    )
    expect(fragment(await finish(second.relayState, answer))).toHaveProperty('error')
  })

  test('if it is not an assertion at all', async () => {
    const texts = [
      '',
      'x',
      encode('<a/>'),
      encode('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
      encode('<'.repeat(1000)),
      '\0',
    ]
    for (const text of texts) {
      const { relayState } = await start()
      expect(fragment(await finish(relayState, text))).toHaveProperty('error')
    }
    expect((await post('x', 'y'.repeat(1_100_000))).status).toBe(413)
    expect((await post('x', 'y')).status).toBe(404)
    expect((await post(randomUUID(), 'y')).status).toBe(404)
    expect(service.faults).toEqual([])
  })

  test('if the person took too long', async () => {
    const { requestId, relayState } = await start()
    await service.db.owner.query(`update auth.flow_state set created_at = now() - interval '11 minutes'`)
    const response = await post(relayState, idp.respond({ requestId }))
    expect(response.status).toBe(422)
  })
})

test.each([
  [{}, 400, 'validation_failed'],
  [{ domain: 'company.example', provider_id: 'x' }, 400, 'validation_failed'],
  [{ domain: 'unknown.example' }, 404, 'sso_provider_not_found'],
  [{ provider_id: randomUUID() }, 404, 'sso_provider_not_found'],
])('sso refuses %j', async (body, status, code) => {
  expect(await service.ask('POST', '/sso', { body })).toMatchObject({ status, body: { code } })
})

test('sso never sends tokens to a foreign address', async () => {
  const body = { domain: 'company.example', redirect_to: 'https://evil.example' }
  const { body: answer } = await service.ask('POST', '/sso', { body })
  const { requestId, relayState } = idp.read(String(answer.url))
  expect((await finish(relayState, idp.respond({ requestId }))).origin).toBe(SITE)
})

test('without providers SAML is off, as clients expect it', async () => {
  const off = await startService()
  const { error } = await off.client().signInWithSSO({ domain: 'company.example' })
  expect(error).toMatchObject({ status: 404, code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' })
  expect((await off.ask('GET', '/settings')).body).toMatchObject({ saml_enabled: false })
  await off.stop()
})
