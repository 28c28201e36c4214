import { expect, test } from 'vitest'
import { isInstantText } from './instant-text.ts'

test.each([
  '2026-02-28T10:00:00Z',
  '2026-02-28 10:00:00.123456+00',
  '2026-02-28T23:59:59.9+01:00',
  '2024-02-29T00:00Z',
])('%s is an instant', (text) => expect(isInstantText(text)).toBe(true))

test.each([
  '',
  'yesterday',
  '2026-02-31T10:00:00Z',
  '2026-02-29T10:00:00Z',
  '2026-13-01T10:00:00Z',
  '2026-02-28T24:00:00Z',
  '2026-02-28T10:60:00Z',
  '2026-02-28T::::::::Z',
  '2026-02-28T10:00:00+99',
  '1026-02-28T10:00:00Z',
  '2026-02-28',
  '5',
])('“%s” is none', (text) => expect(isInstantText(text)).toBe(false))
