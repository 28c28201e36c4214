import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { AUTH_VARIABLES, authContradictions, operatorAuth } from './operator-settings.ts'
import { completeSettings, DEFAULT_LIMITS } from './settings.ts'

const Variables = z.object(AUTH_VARIABLES)
const read = (given: Record<string, string>) => Variables.parse(given)
const chosen = (given: Record<string, string>) => operatorAuth(read(given), { secretKey: 'sb_secret_test' })

const saml = {
  id: '6f0c2c34-6a4c-4ff7-9d37-1f2f0b0a3a11',
  domains: ['company.example'],
  entityId: 'https://idp.example/metadata',
  signInUrl: 'https://idp.example/sign-in',
  certificates: ['-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----'],
}

describe('the operator’s choices', () => {
  test('are safe by default', () => {
    const { settings, captcha, sms, legacySecret, issuer } = chosen({})
    expect(completeSettings({ siteUrl: 'https://site.example/', ...settings })).toMatchObject({
      siteUrl: 'https://site.example',
      externalUrl: 'https://site.example/auth/v1',
      apiKeyRequired: true,
      signUpDisabled: false,
      emailAutoconfirm: false,
      anonymousEnabled: false,
      jwtExpirySeconds: 3600,
      reuseIntervalSeconds: 10,
      passwordMinLength: 6,
      openIdProviders: [],
      samlProviders: [],
    })
    expect([captcha, sms, legacySecret, issuer]).toEqual([undefined, null, undefined, undefined])
  })

  test('name providers', () => {
    const other = { name: 'work', issuer: 'https://id.example', clientId: 'a', clientSecret: 'b' }
    const { settings } = chosen({
      GOOGLE_CLIENT_ID: 'x',
      GOOGLE_CLIENT_SECRET: 'y',
      AUTH_OPENID_PROVIDERS: JSON.stringify([other]),
      AUTH_SAML_PROVIDERS: JSON.stringify([saml]),
    })
    expect(settings.openIdProviders).toMatchObject([{ name: 'google', issuer: 'https://accounts.google.com' }, other])
    expect(settings.samlProviders).toMatchObject([saml])
  })

  test('set the rules of passwords, and every limit', () => {
    const { settings } = chosen({
      AUTH_PASSWORD_CLASSES: 'digits, upper',
      AUTH_PASSWORD_COMMON: 'allowed',
      AUTH_SECURE_EMAIL_CHANGE: 'off',
      AUTH_LIMITS: '{"tokenPerAddress":[600,300],"mailForAll":[30,3600]}',
    })
    const complete = completeSettings({ siteUrl: 'https://site.example', ...settings })
    expect(complete).toMatchObject({
      passwordClasses: ['upper', 'digits'],
      passwordCommonRefused: false,
      secureEmailChange: false,
      limits: { ...DEFAULT_LIMITS, tokenPerAddress: [600, 300], mailForAll: [30, 3600] },
    })
  })

  test.each([
    ['AUTH_PASSWORD_CLASSES', 'digits,emoji'],
    ['AUTH_LIMITS', '{"tokenPerAdress":[600,300]}'],
    ['AUTH_LIMITS', '{"tokenPerAddress":[0,300]}'],
    ['AUTH_LIMITS', '{"tokenPerAddress":600}'],
    ['AUTH_LIMITS', '[1'],
  ])('are refused with a fault in %s: %s', (name, value) => {
    const { error } = Variables.safeParse({ [name]: value })
    expect(error?.issues.map(({ path }) => path[0])).toEqual([name])
  })

  test('have no passkeys for an address without a name', () => {
    const { settings } = chosen({})
    for (const siteUrl of ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://192.168.1.7'])
      expect(completeSettings({ siteUrl, ...settings })).toMatchObject({
        passkeysEnabled: false,
        webauthnFactorEnabled: false,
      })
    expect(completeSettings({ siteUrl: 'http://localhost:3000', ...settings }).passkeysEnabled).toBe(true)
  })

  test('name a captcha and an SMS provider', () => {
    expect(chosen({ CAPTCHA: 'proof-of-work' }).captcha?.name).toBe('proof-of-work')
    const theirs = { CAPTCHA_SECRET: 'x', CAPTCHA_SITE_KEY: 'y' }
    expect(chosen({ CAPTCHA: 'turnstile', ...theirs }).captcha).toMatchObject({
      name: 'turnstile',
      widget: { siteKey: 'y', sources: { 'script-src': ['https://challenges.cloudflare.com'] } },
    })
    expect(chosen({ CAPTCHA: 'hcaptcha', ...theirs }).captcha?.widget?.scriptUrl).toBe(
      'https://js.hcaptcha.com/1/api.js',
    )
    const standIn = { ...theirs, CAPTCHA_SCRIPT_URL: 'http://127.0.0.1:4000/api.js' }
    expect(chosen({ CAPTCHA: 'hcaptcha', ...standIn }).captcha?.widget?.sources).toEqual({
      'script-src': ['http://127.0.0.1:4000'],
      'frame-src': ['http://127.0.0.1:4000'],
    })
    const at = { SMS_URL: 'https://sms.example', SMS_API_KEY: 'k' }
    expect(chosen({ SMS_PROVIDER: 'termii', SMS_SENDER: 'Shop', ...at }).sms?.name).toBe('termii')
    expect(chosen({ SMS_PROVIDER: 'africas-talking', SMS_USERNAME: 'u', ...at }).sms?.name).toBe('africas-talking')
  })

  test('turn phones off without text messages', () => {
    const phones = { AUTH_PHONE: 'on', AUTH_PHONE_FACTOR: 'on' }
    expect(chosen(phones).settings).toMatchObject({ phoneEnabled: true, phoneFactorEnabled: true })
    const none = chosen({ ...phones, SMS_PROVIDER: 'none' })
    expect(none.settings).toMatchObject({ phoneEnabled: false, phoneFactorEnabled: false })
    expect(none.sms).toBeNull()
    expect(authContradictions(read({ SMS_PROVIDER: 'none' }))).toEqual([])
  })

  test('let other apps sign people in only if asked to', () => {
    expect(chosen({}).settings).toMatchObject({
      oauthServerEnabled: false,
      oauthRegistrationEnabled: false,
      oauthConsentPath: '/oauth/consent',
    })
    const on = { AUTH_OAUTH_SERVER: 'on', AUTH_OAUTH_REGISTRATION: 'on', AUTH_OAUTH_CONSENT_PATH: '/let-in' }
    expect(chosen(on).settings).toMatchObject({
      oauthServerEnabled: true,
      oauthRegistrationEnabled: true,
      oauthConsentPath: '/let-in',
    })
  })

  test.each([
    [{ AUTH_OAUTH_CONSENT_PATH: '//evil.example' }, 'must be a path'],
    [{ AUTH_PASSWORD_MIN_LENGTH: '5' }, 'from 6 to 64'],
    [{ AUTH_OTP_LENGTH: '4' }, 'from 6 to 10'],
    [{ AUTH_JWT_SECONDS: 'long' }, 'whole number'],
    [{ AUTH_OPENID_PROVIDERS: '{' }, 'JSON list'],
    [{ AUTH_OPENID_PROVIDERS: '[{"name":"email"}]' }, 'has a fault at 0.name'],
    [{ AUTH_SAML_PROVIDERS: JSON.stringify([{ ...saml, domains: [] }]) }, 'has a fault at 0.domains'],
    [{ AUTH_LEGACY_JWT_SECRET: 'short' }, '32 characters'],
    [{ SMS_SENDER: 'A very long name' }, '11 characters'],
    [{ AUTH_SIGN_UP: 'perhaps' }, 'on'],
    [{ CAPTCHA_SITE_KEY: "x' https:" }, 'letters'],
    [{ CAPTCHA_SCRIPT_URL: 'https://evil.example/api.js' }, 'on this machine'],
    [{ CAPTCHA_VERIFY_URL: 'https://localhost.evil.example/' }, 'on this machine'],
  ])('are refused for %j', (given, message) => {
    const { error } = Variables.safeParse(given)
    expect(error?.issues[0]?.message).toContain(message)
  })

  test.each([
    [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET'],
    [{ CAPTCHA: 'hcaptcha' }, 'CAPTCHA_SECRET'],
    [{ CAPTCHA: 'turnstile', CAPTCHA_SECRET: 'x' }, 'CAPTCHA_SITE_KEY'],
    [{ SMS_PROVIDER: 'termii' }, 'SMS_URL'],
    [{ SMS_PROVIDER: 'africas-talking', SMS_URL: 'https://x.example', SMS_API_KEY: 'k' }, 'SMS_USERNAME'],
  ])('contradict themselves in %j', (given, name) => {
    expect(authContradictions(read(given as Record<string, string>)).join(' ')).toContain(name)
    expect(authContradictions(read({}))).toEqual([])
  })
})
