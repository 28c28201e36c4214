import { describe, expect, it } from 'vitest'
import { authText, TOO_MANY_ATTEMPTS } from '#domain/texts/auth-texts.ts'
import { pathAfterSignIn, safeOriginPath } from './after-sign-in.ts'
import { loadProfile } from './profile-loading.ts'
import { dashboardPath, mayEnter } from './role-areas.ts'
import { AREA_ROLES, parseRole, ROLES } from './roles.ts'
import { decideSetRole } from './set-role.ts'
import { credentialFaults, internationalPhone, signUpRole, signUpTexts } from './sign-up.ts'

describe('role areas', () => {
  it('admits only its own role to each area', () => {
    for (const area of AREA_ROLES) {
      for (const role of ROLES) expect(mayEnter(role, `/${area}/dashboard?x=1`)).toBe(role === area)
    }
  })

  it('admits all roles to public paths, even those that begin like an area', () => {
    for (const path of ['/', '/vendors', '/vendor-terms', '/vendor-signup', '/blog/a-post', '/shop/1', '/cart']) {
      for (const role of ROLES) expect(mayEnter(role, path)).toBe(true)
    }
  })

  it('reads paths as the router does', () => {
    for (const path of ['/CHIEF', '//chief/staff', '/%63hief', '/chief/', '/chief#x', '/%E0%A4%A']) {
      expect(mayEnter('customer', path)).toBe(false)
    }
  })

  it('opens the account to signed-in people and the content desk to content staff', () => {
    expect(ROLES.filter((role) => !mayEnter(role, '/account/orders'))).toEqual(['visitor'])
    expect(ROLES.filter((role) => mayEnter(role, '/content/deals'))).toEqual(['administrator', 'supervisor'])
    expect(ROLES.filter((role) => mayEnter(role, '/blog/edit/1'))).toEqual(['administrator', 'supervisor'])
    expect(mayEnter('visitor', '/products')).toBe(true)
  })

  it('has a dashboard for five roles', () => {
    expect(AREA_ROLES.map(dashboardPath)).toEqual(AREA_ROLES.map((role) => `/${role}/dashboard`))
    expect(dashboardPath('administrator')).toBe('/')
    expect(dashboardPath('visitor')).toBe('/')
  })
})

describe('roles', () => {
  it('treats anything unknown as a visitor', () => {
    for (const value of [null, undefined, 'root', 5, 'Chief']) expect(parseRole(value)).toBe('visitor')
    expect(parseRole('chief')).toBe('chief')
  })
  it('allows only customer and vendor at sign-up', () => {
    for (const value of ['chief', 'administrator', undefined, 'Vendor', ['vendor']])
      expect(signUpRole(value)).toBe('customer')
    expect(signUpRole('vendor')).toBe('vendor')
  })
})

describe('the remembered path', () => {
  it.each(['/', '/group-buys/1?tab=a#b', '/products?search=white%20beans', '/a%C3%A9'])('keeps %s', (path) =>
    expect(safeOriginPath(path)).toBe(path),
  )
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'evil',
    '',
    '/%2Fevil.example',
    '/%5Cevil',
    '/%252Fevil',
    '/a//b',
    '/a\nb',
    '/\tevil',
    '/%0d%0aLocation:x',
    '/../x',
    '/%2e%2e/x',
    '/.//evil',
    '/%',
    `/${'a'.repeat(2001)}`,
    null,
    5,
    '/%25252525252Fevil',
  ])('drops %j', (path) => expect(safeOriginPath(path)).toBeNull())

  it('takes precedence over the dashboard if the role may enter it', () => {
    expect(pathAfterSignIn('customer', '/group-buys/1')).toBe('/group-buys/1')
    expect(pathAfterSignIn('customer', '/chief/staff')).toBe('/customer/dashboard')
    expect(pathAfterSignIn('chief', '//evil')).toBe('/chief/dashboard')
    expect(pathAfterSignIn('vendor', '/auth?x=1')).toBe('/vendor/dashboard')
    expect(pathAfterSignIn('supervisor', null)).toBe('/content')
    // Members of staff of shops and hubs start at their work, unless they came from elsewhere or have a dashboard of it.
    expect(pathAfterSignIn('customer', null, true)).toBe('/work')
    expect(pathAfterSignIn('supervisor', null, true)).toBe('/work')
    expect(pathAfterSignIn('vendor', null, true)).toBe('/vendor/dashboard')
    expect(pathAfterSignIn('customer', '/cart', true)).toBe('/cart')
  })
})

describe('giving a role', () => {
  const request = {
    actor: { id: 'a', role: 'chief' },
    target: { id: 'b', role: 'customer' },
    role: 'manager',
    otherChiefs: 0,
  } as const
  it('gives five roles', () => {
    for (const role of AREA_ROLES) expect(decideSetRole({ ...request, role })).toEqual({ role })
  })
  it.each([
    ['not_allowed', { actor: { id: 'a', role: 'administrator' } }],
    ['select_user_and_role', { target: null }],
    ['select_user_and_role', { role: '' }],
    ['role_not_settable', { role: 'administrator' }],
    ['own_role', { target: { id: 'a', role: 'chief' }, otherChiefs: 1 }],
    ['last_chief', { target: { id: 'b', role: 'chief' } }],
  ] as const)('refuses: %s', (code, change) => expect(decideSetRole({ ...request, ...change })).toMatchObject({ code }))
  it('lets one of two chiefs lose the role', () =>
    expect(decideSetRole({ ...request, target: { id: 'b', role: 'chief' }, otherChiefs: 1 })).toEqual({
      role: 'manager',
    }))
})

describe('texts of the auth service (specification 8)', () => {
  it.each([
    ['Invalid login credentials', 'Invalid email or password. Please check your credentials and try again.'],
    ['Email not confirmed', 'Please verify your email address before signing in.'],
    ['Password should be at least 6 characters.', 'Password must be at least 6 characters long.'],
    ['User already registered', 'This email is already registered. Please sign in or use a different email.'],
    ['email rate limit exceeded', TOO_MANY_ATTEMPTS],
    ['SMS Rate Limit exceeded', TOO_MANY_ATTEMPTS],
    ['For security purposes, you can only request this after 42 seconds.', TOO_MANY_ATTEMPTS],
    ['Database error saving new user', 'An unexpected error occurred. Please try again.'],
    ['', 'An unexpected error occurred. Please try again.'],
    [undefined, 'An unexpected error occurred. Please try again.'],
  ])('%s', (message, shown) => expect(authText(message)).toBe(shown))
})

describe('credentials', () => {
  it('requires an address and a password before any call', () => {
    const missing = { form: signUpTexts.credentialsMissing }
    expect(credentialFaults({ email: '', password: 'secret' }, { signingUp: true })).toEqual(missing)
    expect(credentialFaults({ email: 'a@b.co' }, { signingUp: false })).toEqual(missing)
    expect(credentialFaults({ email: 'ab', password: 'short' }, { signingUp: true })).toEqual({
      email: 'Please enter a valid email address.',
      password: signUpTexts.passwordShort,
    })
    expect(credentialFaults({ email: 'a@b.co', password: 'short' }, { signingUp: false })).toEqual({})
    expect(credentialFaults({ phone: '0803 123 4567', password: 'secret' }, { signingUp: true })).toEqual({})
  })
  it('writes Nigerian numbers in the international form', () => {
    for (const typed of ['0803 123 4567', '+234 803 123 4567', '2348031234567']) {
      expect(internationalPhone(typed)).toBe('2348031234567')
    }
    for (const typed of ['', '123', '08031', 'abc', null]) expect(internationalPhone(typed)).toBeNull()
  })
})

describe('loading the profile', () => {
  const attempts = (answers: (() => Promise<{ role: string } | null>)[]) => {
    const waits: number[] = []
    const load = () => answers.shift()?.() ?? Promise.reject(new Error('asked too often'))
    return { waits, source: { load, wait: async (ms: number) => void waits.push(ms) } }
  }
  const fails = () => Promise.reject(new Error('down'))

  it('tries three times, waiting 500 and 1000 ms, then gives up', async () => {
    const { waits, source } = attempts([fails, fails, fails])
    expect(await loadProfile(source)).toBeNull()
    expect(waits).toEqual([500, 1000])
  })
  it('stops at the first success', async () => {
    const { waits, source } = attempts([fails, async () => ({ role: 'chief' })])
    expect(await loadProfile(source)).toEqual({ role: 'chief' })
    expect(waits).toEqual([500])
    expect(await loadProfile(attempts([async () => ({ role: 'vendor' })]).source)).toEqual({ role: 'vendor' })
  })
})
