import { expect, test } from 'vitest'
import { openRouter } from '../router.ts'
import { requireHost } from './host-check.ts'

const router = openRouter()
router.use('/dev/*', requireHost(['market.test']))
router.get('/dev/mail', (c) => c.text('the mails'))

const send = async (host: string) => (await router.request('/dev/mail', { headers: { host } })).status

test('responds to localhost and the given hosts, with any port', async () => {
  for (const host of ['localhost', 'localhost:3000', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]:3000', 'market.test']) {
    expect([host, await send(host)]).toEqual([host, 200])
  }
})

test('rejects similar hosts', async () => {
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    'evil.example:3000',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    'market.test.',
    'x y',
    ':',
  ]) {
    expect([host, await send(host)]).toEqual([host, 421])
  }
})
