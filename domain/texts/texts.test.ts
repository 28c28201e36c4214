import { expect, it } from 'vitest'
import { accountRefusals } from '#domain/accounts/refusals.ts'
import { allRefusals } from '#domain/all-refusals.ts'
import { buyRefusals } from '#domain/group-buys/refusals.ts'
import { orderRefusals } from '#domain/orders/refusals.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { findRefusal, type RefusalTexts } from '#domain/refusals/refusal-texts.ts'
import { vendorRefusals } from '#domain/vendors/refusals.ts'
import { errorTexts, successTexts } from './errors.ts'

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
  expect([
    buyRefusals.missing.buy_not_found,
    buyRefusals.conflict.buy_not_active,
    buyRefusals.conflict.quantity_exceeds_spots,
  ]).toEqual([
    'Group buy not found',
    'This group buy is no longer active',
    'Requested quantity exceeds available spots',
  ])
  expect([vendorRefusals.invalid.vendor_profile_not_found, accountRefusals.invalid.select_user_and_role]).toEqual([
    errorTexts.vendorProfileNotFound,
    errorTexts.selectUserAndRole,
  ])
})

it('refuses with the text of the code, or a more specific one', () => {
  expect(refuse('own_shop')).toEqual({ kind: 'refusal', code: 'own_shop', message: orderRefusals.forbidden.own_shop })
  expect(refuse('not_found', { message: 'No such hub.', details: { id: 'x' } })).toEqual({
    kind: 'refusal',
    code: 'not_found',
    message: 'No such hub.',
    details: { id: 'x' },
  })
  expect(isRefusal(refuse('own_shop'))).toBe(true)
  for (const other of [null, 5, 'refusal', {}, { code: 'own_shop' }]) expect(isRefusal(other)).toBe(false)
})

it('no two features have the same code', () => {
  const codes = allRefusals.flatMap((texts: RefusalTexts) => Object.values(texts).flatMap(Object.keys))
  expect(codes.length).toBeGreaterThan(150)
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
})

it('finds codes of the union alone', () => {
  expect(findRefusal(allRefusals, 'own_shop')).toEqual({ kind: 'forbidden', text: orderRefusals.forbidden.own_shop })
  for (const other of ['toString', 'key_reused', 'PGRST301', ''])
    expect(findRefusal(allRefusals, other)).toBeUndefined()
})
