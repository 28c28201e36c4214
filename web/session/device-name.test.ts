import { expect, it } from 'vitest'
import { english } from '#web/languages/i18n.ts'
import { deviceName } from './device-name.ts'

it.each([
  [
    'Mozilla/5.0 (Linux; Android 14; SM-A057F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone or iPad',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0',
    'Edge on Windows',
  ],
  ['Opera/9.80 (Android; Opera Mini/36.2) Presto/2.12', 'Opera on Android'],
  ['curl/8.5', 'Unknown device'],
  [null, 'Unknown device'],
])('names %j', (userAgent, name) => expect(deviceName(english, userAgent)).toBe(name))
