import { readFileSync } from 'node:fs'
import { GoTrueAdminApi, GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API, KEYS, signedIn, startService, type TestService } from './auth-service.ts'

const SECRET = { apikey: KEYS.secret, Authorization: `Bearer ${KEYS.secret}` }

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Public methods by name, those of its parts as `part.method`. */
function callsOf(api: object, prefix = ''): string[] {
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(api)).filter((name) => isCall(api, name))
  const parts = ['mfa', 'oauth', 'passkey', 'customProviders'].filter((part) => Object.hasOwn(api, part))
  const inParts = parts.flatMap((part) => {
    const held = (api as Record<string, object>)[part] ?? {}
    return Object.keys(held)
      .filter((name) => typeof (held as Record<string, unknown>)[name] === 'function')
      .map((name) => `${part}.${name}`)
  })
  return [...own, ...inParts].map((name) => `${prefix}${name}`)
}

/** Private methods of the client are public to JavaScript; these names are its own business. */
const INTERNAL = new Set([
  'constructor',
  'fetchJwk',
  'linkIdentityOAuth',
  'linkIdentityIdToken',
  'isThrowOnErrorEnabled',
])

function isCall(api: object, name: string): boolean {
  return !name.startsWith('_') && !INTERNAL.has(name) && typeof (api as Record<string, unknown>)[name] === 'function'
}

test('every call of the public client has its place in the list', () => {
  const page = readFileSync('docs/building-a-client/auth-calls.md', 'utf8')
  const options = { url: API, headers: {}, autoRefreshToken: false, persistSession: false }
  const client = new GoTrueClient(options)
  const admin = new GoTrueAdminApi({ url: API, headers: {} })
  const section = page.slice(page.indexOf('own calls'))
  const rows = section.split('\n').filter((line) => line.startsWith('|'))
  const isListed = (call: string, isAdmin: boolean) => {
    const name = call.replace(/^.*\./, '')
    const part = call.includes('.') ? call.replace(/\..*$/, '.') : ''
    return rows.some((row) => {
      const first = row.split('|')[1] ?? ''
      if (first.includes('`admin.') !== isAdmin || (part && !first.includes(part))) return false
      return new RegExp(`[\`.]${name}\``).test(first) || first.includes(`${part}*`)
    })
  }
  expect(callsOf(client).filter((call) => !isListed(call, false))).toEqual([])
  expect(callsOf(admin).filter((call) => !isListed(call, true))).toEqual([])
  expect(callsOf(admin).length).toBeGreaterThan(20)
})

test('a server ends the session of a person’s token', async () => {
  const { client, session } = await signedIn(service)
  const { error } = await service.client({ headers: SECRET }).admin.signOut(session.access_token, 'local')
  expect(error).toBeNull()
  expect((await client.refreshSession()).error).not.toBeNull()
})

test('no key may change the providers of the settings', async () => {
  const { customProviders } = service.client({ headers: SECRET }).admin
  const made = await customProviders.createProvider({
    provider_type: 'oidc',
    identifier: 'custom:other',
    name: 'Other',
    issuer: 'https://other.example',
    client_id: 'a',
    client_secret: 'b',
  })
  expect(made.error?.status).toBe(404)
  expect((await customProviders.listProviders()).error?.status).toBe(404)
})
