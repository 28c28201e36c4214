import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser gave for its subscription, base64url: its public key (an uncompressed point of P-256) and 16 secret bytes. */
export interface PushKeys {
  p256dh: string
  auth: string
}

/** One record holds all: push services take at most 4096 bytes. */
const RECORD_SIZE = 4096
const HEADER_BYTES = 86
const MOST_BYTES = RECORD_SIZE - HEADER_BYTES - 17

/**
 * A message that only the browser can read, as RFC 8291 and RFC 8188 (aes128gcm) have it. Throws a RangeError if it is longer than 3,993
 * bytes, and what node:crypto throws if the browser's key is no point of the curve. `chance` is for tests.
 */
export function encryptPush(
  { p256dh, auth }: PushKeys,
  message: Uint8Array,
  chance?: { privateKey: Buffer; salt: Buffer },
): Buffer {
  if (message.length > MOST_BYTES) throw new RangeError(`A push has at most ${MOST_BYTES} bytes`)
  const [theirs, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')]
  const own = createECDH('prime256v1')
  if (chance) own.setPrivateKey(chance.privateKey)
  else own.generateKeys()
  const salt = chance?.salt ?? randomBytes(16)
  const ours = own.getPublicKey()
  const shared = own.computeSecret(theirs)
  const ikm = hkdfSync('sha256', shared, secret, Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]), 32)
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', new Uint8Array(ikm), salt, `Content-Encoding: ${name}\0`, length))
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  const size = Buffer.alloc(5)
  size.writeUInt32BE(RECORD_SIZE)
  size.writeUInt8(ours.length, 4)
  // 2 marks the end of the last record.
  const sealed = [cipher.update(message), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, size, ours, ...sealed])
}

/** Whether these can be keys of a subscription: a point of the curve and 16 bytes. */
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
