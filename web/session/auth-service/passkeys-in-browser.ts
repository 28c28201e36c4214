import type { GoTrueClient } from '@supabase/auth-js'
import { callClient, captchaOption } from './auth-in-browser.ts'
import type { AuthResult, CaptchaInput, Proof } from './auth-service.ts'

/** Whether this browser can ask its device for a passkey. */
export function canUsePasskeys(): boolean {
  return typeof window !== 'undefined' && 'PublicKeyCredential' in window
}

/** Whether this device itself can check a fingerprint, a face or its screen lock. */
export async function hasScreenLock(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())
}

/** Signs in with a passkey that the person chooses on their device. */
export function signInWithPasskey({ captchaToken }: CaptchaInput): Promise<AuthResult> {
  return callClient((client) => client.signInWithPasskey({ options: captchaOption({ captchaToken }) }))
}

/** Has this device make a passkey, and names it; `proof` is for old sessions. */
export async function registerPasskey({ name, proof = {} }: { name: string; proof?: Proof }): Promise<AuthResult> {
  if (proof.current_password || proof.nonce) {
    const proven = await callClient((client) => client.updateUser(proof))
    if (!proven.ok) return proven
  }
  return callClient(async (client) => {
    const made = await client.registerPasskey()
    // The name only helps the person to recognise the device: the passkey works without it.
    if (made.data) await client.passkey.update({ passkeyId: made.data.id, friendlyName: name })
    return made
  })
}

/** The public client would ask for a security key in a USB port, and for its maker's signature. */
const ANY_DEVICE = { hints: [] }
const THIS_DEVICE = {
  ...ANY_DEVICE,
  attestation: 'none' as const,
  authenticatorSelection: {
    authenticatorAttachment: 'platform' as const,
    residentKey: 'discouraged' as const,
    userVerification: 'preferred' as const,
  },
}
/** Merged with the service's options, although the client's type wants a whole set of them. */
type RequestOverrides = Parameters<GoTrueClient['mfa']['webauthn']['authenticate']>[1]

/** Makes this device a second step after the password; raises the session at once. */
export function enrollDevice(name: string): Promise<AuthResult> {
  return callClient((client) => client.mfa.webauthn.register({ friendlyName: name }, THIS_DEVICE))
}

/** Passes the second step with the device that was set up for it. */
export function passWithDevice(factorId: string): Promise<AuthResult> {
  return callClient((client) =>
    client.mfa.webauthn.authenticate({ factorId }, ANY_DEVICE as unknown as RequestOverrides),
  )
}
