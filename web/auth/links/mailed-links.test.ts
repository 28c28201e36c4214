import { expect, it } from 'vitest'
import { linkPath, readMailedLink } from './mailed-links.ts'

const read = (search: string) => readMailedLink(new URLSearchParams(search))

it('reads the links in our mails', () => {
  const opened = read(
    'token_hash=pkce_0123abcd&type=signup&redirect_to=https%3A%2F%2Fajoja.example%2Fgroup-buys%2F1%3Fa%3Db',
  )
  expect(opened).toEqual({ link: { tokenHash: 'pkce_0123abcd', type: 'signup' }, next: '/group-buys/1?a=b' })
  expect(linkPath('/auth/confirm', opened)).toBe(
    '/auth/confirm?token_hash=pkce_0123abcd&type=signup&redirect_to=%2Fgroup-buys%2F1%3Fa%3Db',
  )
})

it.each([
  '',
  'type=signup',
  'token_hash=abc&type=signup',
  'token_hash=0123abcd&type=root',
  'token_hash=<b>01234567&type=signup',
])('does not accept %j as a link', (search) => expect(read(search).link).toBeNull())

it.each([
  'https://evil.example//evil.example',
  'javascript:alert(1)',
  '//evil.example//x',
  'https://ajoja.example/',
  '',
])('never leads off this site: %j', (redirect) =>
  expect(read(`redirect_to=${encodeURIComponent(redirect)}`).next).toBeNull(),
)
