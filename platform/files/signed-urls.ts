import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export interface UrlSigner {
  /** A token that grants access to one object until `expiresAtMs`. */
  sign(path: string, expiresAtMs: number): string
  holds(token: string, path: string, nowMs: number): boolean
}

/** Signs with a key derived from the site's secret, so that these tokens are useless anywhere else. */
export function urlSigner(siteSecret: string): UrlSigner {
  const key = Buffer.from(hkdfSync('sha256', siteSecret, '', 'signed file addresses', 32))
  const seal = (path: string, expiresAtMs: number) =>
    createHmac('sha256', key).update(`${expiresAtMs}\n${path}`).digest('base64url')
  return {
    sign: (path, expiresAtMs) => `${expiresAtMs.toString(36)}.${seal(path, expiresAtMs)}`,
    holds(token, path, nowMs) {
      const [time = '', given = ''] = token.split('.')
      const expiresAtMs = Number.parseInt(time, 36)
      if (!Number.isSafeInteger(expiresAtMs) || expiresAtMs < nowMs) return false
      const expected = Buffer.from(seal(path, expiresAtMs))
      return expected.length === Buffer.byteLength(given) && timingSafeEqual(expected, Buffer.from(given))
    },
  }
}
