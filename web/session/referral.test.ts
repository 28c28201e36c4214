import { expect, it } from 'vitest'
import { referralCode, rememberedReferral } from './referral.ts'

it('accepts codes from share links, and nothing else', () => {
  expect(referralCode(' abcd2345 ')).toBe('ABCD2345')
  for (const other of [null, '', 'abc', 'a'.repeat(13), 'abc<script>', 'abc def'])
    expect(referralCode(other)).toBeNull()
})

it('finds the remembered code among other cookies', () => {
  expect(rememberedReferral('theme=dark; ajoja-ref=ABCD2345; x=y')).toBe('ABCD2345')
  expect(rememberedReferral('ajoja-ref=%3Cb%3E')).toBeNull()
  expect(rememberedReferral(null)).toBeNull()
})
