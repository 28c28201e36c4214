import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { VISITOR } from '#api/session.ts'
import { viewerContext } from '#web/context.ts'
import { guard } from './guard.ts'

const customer = { ...VISITOR, userId: 'c', role: 'customer' }

async function ask(path: string, viewer = VISITOR, method = 'GET'): Promise<string> {
  const url = new URL(path, 'http://ajoja.test')
  const context = new RouterContextProvider()
  context.set(viewerContext, viewer)
  const args = { request: new Request(url, { method }), url, context, params: {}, pattern: '' }
  try {
    await guard(args, async () => new Response())
    return 'entered'
  } catch (thrown) {
    return (thrown as Response).headers.get('location') ?? ''
  }
}

describe('the guard of the areas', () => {
  it('redirects anonymous viewers to /auth with the requested path', async () => {
    expect(await ask('/customer/orders?page=2')).toBe('/auth?next=%2Fcustomer%2Forders%3Fpage%3D2')
    expect(await ask('/content/deals?x=1', VISITOR, 'POST')).toBe('/auth?next=%2Fcontent%2Fdeals')
  })

  it('redirects a disallowed role to /, even if its profile could not be read', async () => {
    expect(await ask('/chief/staff', customer)).toBe('/')
    expect(await ask('/customer/orders', { ...customer, role: 'visitor' })).toBe('/')
    expect(await ask('/customer/orders', { ...customer, role: 'king' })).toBe('/')
  })

  it('redirects only staff without the required second factor to its setup', async () => {
    const chief = { ...VISITOR, userId: 'c', role: 'chief', needsSecondFactor: true }
    expect(await ask('/chief/staff', chief)).toBe('/account/security')
    expect(await ask('/content/deals', { ...chief, role: 'administrator' })).toBe('/account/security')
    expect(await ask('/account/security/two-factor', chief)).toBe('entered')
    expect(await ask('/chief/staff', { ...chief, needsSecondFactor: false })).toBe('entered')
  })

  it('redirects users who have not passed their second factor to that step', async () => {
    expect(await ask('/account/orders', { ...VISITOR, pendingUserId: 'c' })).toBe('/auth?next=%2Faccount%2Forders')
  })

  it('lets each role into its own area', async () => {
    expect(await ask('/customer/orders', customer)).toBe('entered')
    expect(await ask('/account/orders', customer)).toBe('entered')
  })
})
