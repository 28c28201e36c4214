import { expect, it } from 'vitest'
import { rememberedReferral } from './referral.ts'

it('finds the remembered code among other cookies', () => {
  expect(rememberedReferral('theme=dark; ajoja-ref=ABCD2345; x=y')).toBe('ABCD2345')
  expect(rememberedReferral('ajoja-ref=%3Cb%3E')).toBeNull()
  expect(rememberedReferral(null)).toBeNull()
})
