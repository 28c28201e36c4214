import { Secret, TOTP } from 'otpauth'
import { encodeQR } from 'qr'

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20

/** A new secret in the form authenticator apps accept (RFC 6238: SHA-1, six digits, 30 seconds). */
export function createTotp({ issuer, label }: { issuer: string; label: string }): {
  secret: string
  uri: string
  qrCode: string
} {
  const totp = makeTotp(new Secret({ size: SECRET_BYTES }), { issuer, label })
  const uri = totp.toString()
  return { secret: totp.secret.base32, uri, qrCode: drawQrCode(uri) }
}

/** The 30-second step of a code, give or take one step; null if the code is wrong or already used. */
export function findTotpStep(
  secret: string,
  { code, nowSeconds, lastUsedStep }: { code: string; nowSeconds: number; lastUsedStep: number | null },
): number | null {
  const totp = makeTotp(Secret.fromBase32(secret), { issuer: '', label: '' })
  const delta = /^\d{6}$/.test(code) ? totp.validate({ token: code, timestamp: nowSeconds * 1000, window: 1 }) : null
  if (delta === null) return null
  const step = Math.floor(nowSeconds / PERIOD_SECONDS) + delta
  return lastUsedStep !== null && step <= lastUsedStep ? null : step
}

function makeTotp(secret: Secret, { issuer, label }: { issuer: string; label: string }): TOTP {
  return new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS })
}

/** An SVG without `#` and `%`: clients put it into a data URL unescaped. */
function drawQrCode(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 2 })
  const size = rows.length
  const modules = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x},${y}h1v1h-1z`] : [])))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="white"/><path fill="black" d="${modules.join('')}"/></svg>`
  )
}
