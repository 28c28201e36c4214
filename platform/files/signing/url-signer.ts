import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export interface UrlSigner {
  /**
   * Returns a token that grants access to one object until `expiresAtMs`; with `rendering`, only to the picture in the
   * size that this query describes.
   */
  sign(path: string, grant: { expiresAtMs: number; rendering?: string | undefined }): string
  /** The grant of a token; null if it is for another object, has expired or is not ours. */
  verify(token: string, path: string, nowMs: number): { rendering: string | undefined } | null
}

/** Signs with a key derived from the site's secret, so that these tokens are not valid for anything else. */
export function createUrlSigner(siteSecret: string): UrlSigner {
  const key = Buffer.from(hkdfSync('sha256', siteSecret, '', 'signed file addresses', 32))
  const signatureOf = (path: string, expiresAtMs: number, rendering: string | undefined) => {
    const grant = rendering === undefined ? `${expiresAtMs}\n${path}` : `${expiresAtMs}\n${path}\n${rendering}`
    return createHmac('sha256', key).update(grant).digest('base64url')
  }
  return {
    sign(path, { expiresAtMs, rendering }) {
      const token = `${expiresAtMs.toString(36)}.${signatureOf(path, expiresAtMs, rendering)}`
      return rendering === undefined ? token : `${token}.${Buffer.from(rendering).toString('base64url')}`
    },
    verify(token, path, nowMs) {
      const [time = '', signature = '', encoded] = token.split('.')
      const expiresAtMs = Number.parseInt(time, 36)
      if (!Number.isSafeInteger(expiresAtMs) || expiresAtMs < nowMs) return null
      const rendering = encoded === undefined ? undefined : Buffer.from(encoded, 'base64url').toString()
      const expected = Buffer.from(signatureOf(path, expiresAtMs, rendering))
      const isOurs =
        expected.length === Buffer.byteLength(signature) && timingSafeEqual(expected, Buffer.from(signature))
      return isOurs ? { rendering } : null
    },
  }
}
