import { expect, it } from 'vitest'
import { isRefusal, isRefusalCode, refuse } from '../refusal.ts'
import { errorTexts, successTexts } from './errors.ts'
import { refusalTexts } from './refusals.ts'

// Specification 8, "Other texts" and successes, and the three checks of section 5.
it('has the texts of the specification, verbatim', () => {
  expect(Object.values(errorTexts)).toEqual([
    'Failed to load user profile',
    'An unexpected authentication error occurred',
    'Invalid data format received',
    'Failed to fetch group buys',
    'Failed to create group buy',
    'Failed to join group buy',
    'Failed to fetch featured deals',
    'Failed to create deal',
    'Failed to update deal',
    'Failed to delete deal',
    'Failed to create ad',
    'Failed to update ad',
    'Failed to delete ad',
    'No internet connection',
    'Vendor profile not found',
    'Please select a user and role',
    'Failed to send message. Please try again later.',
  ])
  expect(Object.values(successTexts)).toEqual([
    'Account created successfully! Please check your email to verify your account.',
    'Password reset instructions have been sent to your email.',
    'Role updated successfully',
    "Message sent successfully! We'll get back to you soon.",
  ])
  expect([refusalTexts.buy_not_found, refusalTexts.buy_not_active, refusalTexts.quantity_exceeds_spots]).toEqual([
    'Group buy not found',
    'This group buy is no longer active',
    'Requested quantity exceeds available spots',
  ])
  expect([refusalTexts.vendor_profile_not_found, refusalTexts.select_user_and_role]).toEqual([
    errorTexts.vendorProfileNotFound,
    errorTexts.selectUserAndRole,
  ])
})

it('refuses with the text of the code, or a more specific one', () => {
  expect(refuse('own_shop')).toEqual({ kind: 'refusal', code: 'own_shop', message: refusalTexts.own_shop })
  expect(refuse('not_found', { message: 'No such hub.', details: { id: 'x' } })).toEqual({
    kind: 'refusal',
    code: 'not_found',
    message: 'No such hub.',
    details: { id: 'x' },
  })
  expect(isRefusal(refuse('own_shop'))).toBe(true)
  for (const other of [null, 5, 'refusal', {}, { code: 'own_shop' }]) expect(isRefusal(other)).toBe(false)
})

it('recognises refusal codes', () => {
  for (const code of Object.keys(refusalTexts)) expect(isRefusalCode(code)).toBe(true)
  for (const other of ['toString', 'key_reused', 'PGRST301', '', null, 42501]) expect(isRefusalCode(other)).toBe(false)
})
