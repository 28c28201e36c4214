import { expect, it } from 'vitest'
import { referralFromCookies } from './referral.ts'

it('finds the remembered code among other cookies', () => {
  expect(referralFromCookies('theme=dark; ajoja-ref=ABCD2345; x=y')).toBe('ABCD2345')
  expect(referralFromCookies('ajoja-ref=%3Cb%3E')).toBeNull()
  expect(referralFromCookies(null)).toBeNull()
})
