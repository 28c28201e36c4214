import { authErrorText } from '#web/session/auth-service/auth-error-text.ts'
import type { AuthResult } from '#web/session/auth-service/auth-service.ts'
import { passWithDevice, signInWithPasskey } from '#web/session/auth-service/passkeys-in-browser.ts'
import { closePasskeyOffer } from '#web/session/passkeys/passkey-offer.ts'
import { type AuthOutcome, captchaInput } from '../auth-forms.ts'

/** Signs in with a passkey of this device, or passes the second step with the device; null for every other form. */
export async function handleDeviceForm(form: FormData): Promise<AuthOutcome | null> {
  const intent = form.get('intent')
  if (intent === 'device') return outcomeOf(await passWithDevice(String(form.get('factor_id') ?? '')))
  if (intent !== 'passkey') return null
  const result = await signInWithPasskey(captchaInput(form))
  if (result.ok) closePasskeyOffer()
  return outcomeOf(result)
}

function outcomeOf(result: AuthResult): AuthOutcome {
  if (result.ok) return { errors: {}, values: {}, signedIn: true }
  return { errors: { form: authErrorText(result) }, values: {} }
}
