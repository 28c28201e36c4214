import { formatInEnglish, type TranslatableText } from '#domain/texts/translatable-text.ts'
import { authErrorText } from '#web/session/auth-service/auth-error-text.ts'
import type { NewFactor, ServerAuth } from '#web/session/auth-service/auth-on-server.ts'
import { enrollDevice } from '#web/session/auth-service/passkeys-in-browser.ts'

/** With English texts for `translate`. */
export interface TwoFactorOutcome {
  notice?: string
  error?: TranslatableText
  /** The app being set up; its secret is shown until the first correct code. */
  factor?: NewFactor
  codeError?: string
}

export async function handleTwoFactorForm(auth: ServerAuth, form: FormData): Promise<TwoFactorOutcome> {
  const field = (name: string) => String(form.get(name) ?? '')
  if (field('intent') === 'enroll') {
    await removeUnverifiedFactors(auth)
    const result = await auth.enrollApp(field('name').trim().slice(0, 60) || /*as is*/ 'Authenticator app')
    if (!result.ok) return { error: authErrorText(result) }
    return result.factor
      ? { factor: result.factor }
      : { error: /*i18n*/ 'We could not set up the app. Please try again.' }
  }
  if (field('intent') === 'remove') {
    const result = await auth.removeFactor(field('factor_id'))
    return result.ok ? { notice: /*i18n*/ 'It was removed.' } : { error: authErrorText(result) }
  }
  const code = field('code').replace(/\s/g, '')
  const result = await auth.verifyFactor({ factorId: field('factor_id'), code })
  if (result.ok)
    return { notice: /*i18n*/ 'Two-step sign-in is on. From now on we will ask for a code after your password.' }
  // The image comes from the user's own form and is shown only to them.
  const qrCode = field('qr_code').startsWith('data:image/svg+xml') ? field('qr_code') : ''
  return {
    factor: { id: field('factor_id'), qrCode, secret: field('secret') },
    codeError: formatInEnglish(authErrorText(result)),
  }
}

/** Makes this device a second step: the browser alone can ask it. */
export async function handleDeviceForm(form: FormData): Promise<TwoFactorOutcome> {
  const result = await enrollDevice(String(form.get('name') ?? ''))
  if (result.ok) return { notice: DEVICE_ON }
  return { error: authErrorText(result) }
}

const DEVICE_ON = /*i18n*/ 'Two-step sign-in is on. From now on we will ask for this device after your password.'

/** Removes unverified factors of an abandoned enrolment, so that their names can be used again. */
async function removeUnverifiedFactors(auth: ServerAuth): Promise<void> {
  const account = await auth.user()
  for (const { id, status } of account?.factors ?? []) {
    if (status === 'unverified') await auth.removeFactor(id)
  }
}
