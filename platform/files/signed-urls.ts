import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export interface UrlSigner {
  /** Returns a token that grants access to one object until `expiresAtMs`. */
  sign(path: string, expiresAtMs: number): string
  verify(token: string, path: string, nowMs: number): boolean
}

/** Signs with a key derived from the site's secret, so that these tokens are not valid for anything else. */
export function createUrlSigner(siteSecret: string): UrlSigner {
  const key = Buffer.from(hkdfSync('sha256', siteSecret, '', 'signed file addresses', 32))
  const signatureOf = (path: string, expiresAtMs: number) =>
    createHmac('sha256', key).update(`${expiresAtMs}\n${path}`).digest('base64url')
  return {
    sign: (path, expiresAtMs) => `${expiresAtMs.toString(36)}.${signatureOf(path, expiresAtMs)}`,
    verify(token, path, nowMs) {
      const [time = '', signature = ''] = token.split('.')
      const expiresAtMs = Number.parseInt(time, 36)
      if (!Number.isSafeInteger(expiresAtMs) || expiresAtMs < nowMs) return false
      const expected = Buffer.from(signatureOf(path, expiresAtMs))
      return expected.length === Buffer.byteLength(signature) && timingSafeEqual(expected, Buffer.from(signature))
    },
  }
}
