import { expect } from '@playwright/test'
import { newPublishableKey, newSecretKey, newSigningKeySet } from '#platform/secrets/site-keys.ts'
import { test } from '../market.ts'
import { createDataFolder, start, untilOpen } from '../own-market.ts'
import { copyDatabase } from '../sites.ts'

/** Requests as forwarded by a TLS-terminating proxy: plain, under the site's own name. */
const SITE = 'https://market.test'
const PERSON = { email: 'ada@market.test', password: 'a long pass phrase' }

test('production behind TLS takes forms of its own pages only, with a cookie for TLS alone', { tag: '@full' }, async ({
  playwright,
}) => {
  const place = await createDataFolder()
  const { databaseUrl, drop } = await copyDatabase('empty')
  const publishable = newPublishableKey()
  const market = await untilOpen(
    start(place, {
      MODE: 'production',
      DATABASE_URL: databaseUrl,
      SEED: '',
      HOST: '127.0.0.1',
      SITE_URL: SITE,
      TRUST_PROXY: '1',
      SUPABASE_PUBLISHABLE_KEY: publishable,
      SUPABASE_SECRET_KEY: newSecretKey(),
      JWT_KEYS: await newSigningKeySet(),
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'no-reply@market.test',
      PAYSTACK_SECRET_KEY: 'sk_live_0123456789abcdef',
      AUTH_EMAIL_AUTOCONFIRM: 'on',
    }),
  )
  const proxy = await playwright.request.newContext({
    baseURL: `http://127.0.0.1:${place.port}`,
    extraHTTPHeaders: { host: 'market.test', 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' },
    maxRedirects: 0,
  })
  try {
    const made = await proxy.post('/auth/v1/signup', { headers: { apikey: publishable }, data: PERSON })
    expect(made.status()).toBe(200)

    const form = { intent: 'sign-in', ...PERSON }
    const foreign = await proxy.post('/auth', { form, headers: { origin: 'https://elsewhere.test' } })
    expect(foreign.status()).toBe(403)
    const own = await proxy.post('/auth', { form, headers: { origin: SITE } })
    expect(own.status()).toBe(302)
    expect(own.headers()['set-cookie']).toMatch(/; Secure/i)
    expect(own.headers()['strict-transport-security']).toContain('max-age=')

    expect((await proxy.get('/dev/mail')).status()).toBe(404)
  } finally {
    await proxy.dispose()
    market.process.kill('SIGTERM')
    await market.ended
    await place.remove()
    await drop()
  }
})
