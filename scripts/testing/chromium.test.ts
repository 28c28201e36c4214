import { afterEach, expect, test, vi } from 'vitest'
import { findChromium, provideChromium } from './chromium.mjs'

afterEach(() => vi.unstubAllEnvs())

test('CHROMIUM_PATH takes precedence', () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath)
  expect(provideChromium()).toBe(process.execPath)
  expect(findChromium()).toBe(process.execPath)
})

test('throws for a CHROMIUM_PATH that is not executable, instead of using another browser', () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium')
  expect(() => provideChromium()).toThrow('CHROMIUM_PATH=/nowhere/chromium is not an executable.')
})
