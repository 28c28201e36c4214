import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { AuthSettings } from '../settings.ts'
import type { User } from '../users/users.ts'
import { type Credential, deviceTransports, type NewCredential } from './credentials.ts'

/** Seconds in which a device has to answer. */
export const CEREMONY_SECONDS = 300

/**
 * A device's answer. Its parts are checked by the WebAuthn library; only their types are checked here.
 */
export const DeviceAnswer = z.looseObject({
  id: z.string().min(1).max(1400),
  rawId: z.string().min(1).max(1400),
  type: z.string(),
  response: z.looseObject({}),
})
type DeviceAnswer = z.infer<typeof DeviceAnswer>

/** Loaded on first use: with its parsers of certificates it consists of some 320 files. */
const loadWebAuthn = () => import('@simplewebauthn/server')

/** The site for which credentials are valid: the host of its address. */
function relyingParty({ siteUrl, totpIssuer }: Pick<AuthSettings, 'siteUrl' | 'totpIssuer'>) {
  const { hostname, origin } = new URL(siteUrl)
  return { id: hostname, name: totpIssuer || hostname, origin }
}

/**
 * Options for `navigator.credentials.create()`. A passkey must be stored by the device, and the device must check who
 * uses it (fingerprint, face or code); a second factor need not be stored.
 */
export async function registrationOptions(
  settings: AuthSettings,
  { user, existing, isPasskey }: { user: User; existing: readonly Credential[]; isPasskey: boolean },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { id, name } = relyingParty(settings)
  const { generateRegistrationOptions } = await loadWebAuthn()
  const account = user.email || (user.phone ? `+${user.phone}` : user.id)
  return generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new TextEncoder().encode(user.id),
    userName: account,
    userDisplayName: account,
    timeout: CEREMONY_SECONDS * 1000,
    attestationType: 'none',
    excludeCredentials: existing.map(asDescriptor),
    authenticatorSelection: {
      residentKey: isPasskey ? 'required' : 'discouraged',
      userVerification: isPasskey ? 'required' : 'preferred',
    },
  })
}

/** Options for `navigator.credentials.get()`; without credentials, the person chooses among the device's passkeys. */
export async function authenticationOptions(
  settings: AuthSettings,
  { credentials, isPasskey }: { credentials: readonly Credential[]; isPasskey: boolean },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(settings).id,
    timeout: CEREMONY_SECONDS * 1000,
    allowCredentials: credentials.map(asDescriptor),
    userVerification: isPasskey ? 'required' : 'preferred',
  })
}

function asDescriptor({ credential_id: id, transports }: Credential) {
  return { id, transports: deviceTransports(transports) }
}

interface Ceremony {
  challenge: string
  answer: DeviceAnswer
  isPasskey: boolean
}

/** The credential that a device has made for this challenge; null if its answer does not prove that. */
export async function verifyRegistration(
  settings: AuthSettings,
  { challenge, answer, isPasskey }: Ceremony,
): Promise<NewCredential | null> {
  const { id, origin } = relyingParty(settings)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { registrationInfo } = await unlessMalformed<VerifiedRegistrationResponse>(
    { verified: false },
    verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: isPasskey,
    }),
  )
  if (!registrationInfo) return null
  const { credential, aaguid, credentialBackedUp } = registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    sign_count: String(credential.counter),
    transports: credential.transports ?? [],
    aaguid: /[1-9a-f]/.test(aaguid) ? aaguid : null,
    is_backed_up: credentialBackedUp,
    last_used_at: null,
  }
}

/** The credential's use, if the answer is of this device and challenge; null otherwise, and for a copied device. */
export async function verifyAuthentication(
  settings: AuthSettings,
  { credential, challenge, answer, isPasskey }: Ceremony & { credential: Credential },
): Promise<{ signCount: number; isBackedUp: boolean } | null> {
  const { id, origin } = relyingParty(settings)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const outcome = await unlessMalformed(
    null,
    verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: isPasskey,
      credential: {
        id: credential.credential_id,
        publicKey: new Uint8Array(credential.public_key),
        counter: Number(credential.sign_count),
        transports: deviceTransports(credential.transports),
      },
    }),
  )
  if (!outcome?.verified) return null
  return {
    signCount: outcome.authenticationInfo.newCounter,
    isBackedUp: outcome.authenticationInfo.credentialBackedUp,
  }
}

/** The library throws for whatever a device, or a forger, may send; only the sender is at fault. */
async function unlessMalformed<T>(fallback: T, verifying: Promise<T>): Promise<T> {
  try {
    return await verifying
  } catch {
    return fallback
  }
}

/** The account that a passkey names, as its device stored it at registration; null if the answer names none. */
export function namedUser({ response }: DeviceAnswer): string | null {
  const { userHandle } = response
  return typeof userHandle === 'string' ? Buffer.from(userHandle, 'base64url').toString('utf8') : null
}
