import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts secrets that we must read back, such as those of authenticator apps, so that a copy of the database does not
 * reveal them.
 */
export interface SecretCipher {
  /** `owner` is the id of the row that holds the text: in another row it does not decrypt. */
  seal(text: string, owner: string): string
  /** Null if it was encrypted under another key or for another owner, or was changed. */
  open(sealed: string, owner: string): string | null
}

/** A version prefix, so that the format can change later. */
const FORM = 'v1.'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM under a key derived from `secret`, with a fresh nonce each time. */
export function createSecretCipher(secret: string): SecretCipher {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'kept secrets of the auth service', 32))
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const parts = [nonce, cipher.update(text, 'utf8'), cipher.final()]
      return FORM + Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url')
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed.slice(FORM.length), 'base64url')
      if (!sealed.startsWith(FORM) || bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        const text = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
        return Buffer.concat(text).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
