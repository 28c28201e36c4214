import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

interface CreationOptions {
  challenge: string
  rp: { id?: string }
  user: { id: string }
}

interface RequestOptions {
  challenge: string
  rpId?: string
}

interface StoredKey {
  id: Buffer
  userHandle: string
  privateKey: KeyObject
}

interface DeviceBehaviour {
  /** The address of the page that asks the device. */
  origin: string
  /** Whether the device checks who uses it. */
  checksUser?: boolean
}

/** A phone's authenticator in software: makes keys and signs challenges as WebAuthn prescribes. */
export class SoftAuthenticator {
  readonly keys: StoredKey[] = []
  /** Counts the uses; set it back to imitate a copied device. */
  uses = 0
  origin: string
  checksUser: boolean

  constructor({ origin, checksUser = true }: DeviceBehaviour) {
    this.origin = origin
    this.checksUser = checksUser
  }

  /** The browser's answer to `navigator.credentials.create()`. */
  create({ challenge, rp, user }: CreationOptions) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(32)
    this.keys.push({ id, userHandle: user.id, privateKey })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const coseKey = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const authData = Buffer.concat([
      this.#authenticatorData(rp.id ?? '', 0x40),
      Buffer.alloc(16),
      length,
      id,
      isoCBOR.encode(coseKey),
    ])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      ...this.#envelope(id),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        // A newer browser may name one that is not known here.
        transports: ['internal', 'carrier-pigeon'] as unknown as ['internal'],
      },
    }
  }

  /** The browser's answer to `navigator.credentials.get()`; with the newest key, or another. */
  get({ challenge, rpId }: RequestOptions, key: StoredKey | undefined = this.keys.at(-1)) {
    if (!key) throw new Error('The device has no key')
    this.uses += 1
    const clientData = this.#clientData('webauthn.get', challenge)
    const authData = this.#authenticatorData(rpId ?? '', 0)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return {
      ...this.#envelope(key.id),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, key.privateKey).toString('base64url'),
        userHandle: key.userHandle,
      },
    }
  }

  #envelope(id: Buffer) {
    const text = id.toString('base64url')
    return { id: text, rawId: text, type: 'public-key' as const, clientExtensionResults: {} }
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }

  #authenticatorData(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.uses)
    const present = 0x01 | (this.checksUser ? 0x04 : 0)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([present | flags]), counter])
  }
}
