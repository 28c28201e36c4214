import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '#platform/postgres/free-port.ts'
import { newPublishableKey, newSecretKey, newSigningKeySet } from '#platform/secrets/site-keys.ts'
import { startProduct } from '../../../bench/market/product.ts'

let dataDir: string
let port: number
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'attacked-'))
  // PostgreSQL may have to run as another account, which must be able to enter the folder.
  await chmod(dataDir, 0o711)
  port = await freePort()
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const demo = () => startProduct({ dataDir, port, environment: { SEED: 'demo' } })

async function production() {
  return startProduct({
    dataDir,
    port,
    environment: {
      MODE: 'production',
      SEED: '',
      RATE_LIMITS: 'on',
      HOST: '127.0.0.1',
      SITE_URL: `http://localhost:${port}`,
      SUPABASE_PUBLISHABLE_KEY: newPublishableKey(),
      SUPABASE_SECRET_KEY: newSecretKey(),
      JWT_KEYS: await newSigningKeySet(),
      SMTP_URL: 'smtp://127.0.0.1:9',
      PAYSTACK_SECRET_KEY: 'sk_live_0123456789abcdef',
      MAIL_FROM: 'no-reply@market.test',
    },
  })
}

test('a demo password does not sign in to production', async () => {
  const first = await demo()
  await first.stop()
  const opened = await production().catch((fault: Error) => fault.message)
  if (typeof opened !== 'string') {
    await opened.stop()
    throw new Error('Production opened the demo market, and everybody knows the password of its chief.')
  }
  expect(opened).toContain('This database holds the demo market, whose passwords are public')
  // The demo itself still works.
  const again = await demo()
  expect((await fetch(`${again.origin}/dev/mail`)).status).toBe(200)
  await again.stop()
})

test('production does not serve /dev/mail', async () => {
  const real = await production()
  await real.stop()
  await expect(demo()).rejects.toThrow('This database holds the market of a site in production')
  const again = await production().catch((fault: Error) => fault.message)
  expect(again).toContain('The database was set up with other keys than this process has')
})
