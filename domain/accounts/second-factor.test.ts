import { expect, test } from 'vitest'
import { lacksSecondFactor } from './roles.ts'

test.each(['manager', 'coordinator', 'chief', 'administrator', 'supervisor'] as const)(
  'a %s lacks a second factor until one was shown',
  (role) => {
    expect(lacksSecondFactor(role, { aal: 'aal1' })).toBe(true)
    expect(lacksSecondFactor(role, {})).toBe(true)
    expect(lacksSecondFactor(role, { aal: 'aal2' })).toBe(false)
  },
)

test.each(['customer', 'vendor', 'visitor'] as const)('a person of role %s needs none', (role) => {
  expect(lacksSecondFactor(role, { aal: 'aal1' })).toBe(false)
})
