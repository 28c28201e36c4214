import { expect, test } from 'vitest'
import { checkToken } from './check-token.ts'

test('recognises a token by its SHA-256 in base64url, as the server gives it to devices', async () => {
  const checks = [
    { nominee: null, hash: 'qJSTRxSdIUbLOp1KQhjzdbD8Gu2SLMCRrAjQXUIh5gY' },
    { nominee: 'Mama Bisi', hash: 'QWQNZYFHgjmR6ZFLKtc6YSfzLdunYV6_IGoKIClwBEM' },
  ]
  expect(await checkToken('AbCdEfGhIj_-MnOp', { checks })).toEqual({ nominee: null })
  expect(await checkToken('QrStUvWxYz012345', { checks })).toEqual({ nominee: 'Mama Bisi' })
  expect(await checkToken('AbCdEfGhIj_-MnOq', { checks })).toBeNull()
  expect(await checkToken(checks[0]?.hash ?? '', { checks })).toBeNull()
})
