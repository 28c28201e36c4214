import { expect, it } from 'vitest'
import { tokenClaim, tokenSubject } from './token-subject.ts'

const tokenOf = (claims: unknown) => `h.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.s`

it('reads the subject and other texts of a token', () => {
  expect(tokenSubject(tokenOf({ sub: 'somebody', x: '???>>>' }))).toBe('somebody')
  expect(tokenClaim(tokenOf({ aal: 'aal2' }), 'aal')).toBe('aal2')
})

it.each([null, undefined, '', 'abc', 'a.b.c', 'sb_publishable_x', tokenOf(null), tokenOf({ sub: 5 }), tokenOf([])])(
  'returns null for %j',
  (token) => expect(tokenSubject(token)).toBeNull(),
)
