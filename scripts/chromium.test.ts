import { afterEach, expect, test, vi } from 'vitest'
import { findChromium, provideChromium } from './chromium.mjs'

afterEach(() => vi.unstubAllEnvs())

test('the browser that is named wins', () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath)
  expect(provideChromium()).toBe(process.execPath)
  expect(findChromium()).toBe(process.execPath)
})

test('one that cannot be run is told, not replaced by another', () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium')
  expect(() => provideChromium()).toThrow('CHROMIUM_PATH=/nowhere/chromium names no program that can be run.')
})
