import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { withHashes } from './inline-hashes.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const POLICY = "default-src 'self'; script-src 'self' 'nonce-n0nce='; style-src 'self' 'nonce-n0nce='; img-src 'self'"

test('the policy has hashes of the scripts with the nonce, and the nonce is removed', () => {
  const page = withHashes({
    html: '<style nonce="n0nce=">a{}</style><script nonce="n0nce=">one()</script><script nonce="n0nce=" src="/a.js"></script>',
    policy: POLICY,
  })
  expect(page.html).toBe('<style>a{}</style><script>one()</script><script src="/a.js"></script>')
  expect(page.policy).toBe(
    `default-src 'self'; script-src 'self' ${hash('one()')}; style-src 'self' ${hash('a{}')}; img-src 'self'`,
  )
})

test('an injected script gets no hash', () => {
  const { policy } = withHashes({
    html: '<p><script>steal()</script><script nonce="guess">steal()</script></p><script nonce="n0nce=">own()</script>',
    policy: POLICY,
  })
  expect(policy).not.toContain(hash('steal()'))
  expect(policy).toContain(hash('own()'))
})

test('a page without a nonce is unchanged', () => {
  const page = { html: '<script>one()</script>', policy: "script-src 'self'" }
  expect(withHashes(page)).toEqual(page)
})
