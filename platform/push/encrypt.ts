import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Keys of a browser's push subscription, base64url: its public key (an uncompressed P-256 point) and a 16-byte secret.
 */
export interface PushKeys {
  p256dh: string
  auth: string
}

/** The message is one record: push services accept at most 4096 bytes. */
const RECORD_SIZE = 4096
const HEADER_BYTES = 86
const MAX_MESSAGE_BYTES = RECORD_SIZE - HEADER_BYTES - 17

/**
 * Encrypts a message for one browser (RFC 8291, with the aes128gcm encoding of RFC 8188). Throws a RangeError if it is
 * longer than 3,993 bytes, and node:crypto's error if the browser's key is not a point on the curve. `fixed` replaces
 * the random key and salt in tests.
 */
export function encryptPush(
  { p256dh, auth }: PushKeys,
  message: Uint8Array,
  fixed?: { privateKey: Buffer; salt: Buffer },
): Buffer {
  if (message.length > MAX_MESSAGE_BYTES) throw new RangeError(`A push has at most ${MAX_MESSAGE_BYTES} bytes`)
  const [theirs, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')]
  const own = createECDH('prime256v1')
  if (fixed) own.setPrivateKey(fixed.privateKey)
  else own.generateKeys()
  const salt = fixed?.salt ?? randomBytes(16)
  const ours = own.getPublicKey()
  const shared = own.computeSecret(theirs)
  const ikm = hkdfSync('sha256', shared, secret, Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]), 32)
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', new Uint8Array(ikm), salt, `Content-Encoding: ${name}\0`, length))
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  const size = Buffer.alloc(5)
  size.writeUInt32BE(RECORD_SIZE)
  size.writeUInt8(ours.length, 4)
  // The delimiter 2 marks the last record.
  const sealed = [cipher.update(message), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, size, ours, ...sealed])
}

/** Whether the values are a point on P-256 and 16 bytes. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  if (!/^[\w-]{87}$/.test(p256dh) || !/^[\w-]{22}$/.test(auth)) return false
  try {
    const probe = createECDH('prime256v1')
    probe.generateKeys()
    probe.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
