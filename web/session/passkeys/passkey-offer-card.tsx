import { useLingui } from '@lingui/react'
import { useState } from 'react'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { translate } from '#web/languages/translate.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { authErrorText } from '../auth-service/auth-error-text.ts'
import { registerPasskey } from '../auth-service/passkeys-in-browser.ts'
import { deviceName } from '../device-name.ts'
import { closePasskeyOffer } from './passkey-offer.ts'

/** "Use your fingerprint from now on", after signing in with a password. */
export default function PasskeyOfferCard() {
  const { i18n } = useLingui()
  const [state, setState] = useState<'open' | 'busy' | 'done' | 'closed'>('open')
  const [fault, setFault] = useState<TranslatableText | null>(null)
  if (state === 'closed') return null
  if (state === 'done') {
    return (
      <Notice tone="success" className="mb-6">
        {i18n.t('Done. Next time, choose “Use fingerprint or screen lock” when you sign in.')}
      </Notice>
    )
  }
  const close = () => {
    closePasskeyOffer()
    setState('closed')
  }
  const register = async () => {
    setState('busy')
    setFault(null)
    const result = await registerPasskey({ name: deviceName(i18n, navigator.userAgent) })
    if (!result.ok) setFault(authErrorText(result))
    else closePasskeyOffer()
    setState(result.ok ? 'done' : 'open')
  }
  return (
    <section aria-labelledby="passkey-offer" className="mb-6 grid gap-3 rounded-card border border-grain bg-card p-4">
      <div className="max-w-measure">
        <h2 id="passkey-offer" className="text-18 font-bold">
          {i18n.t('Use your fingerprint from now on')}
        </h2>
        <p className="text-soft">
          {i18n.t('Sign in with the fingerprint, face or screen lock of this device. No password to type.')}
        </p>
      </div>
      {fault && <Notice tone="error">{translate(i18n, fault)}</Notice>}
      <p className="flex flex-wrap gap-3">
        <Button
          type="button"
          size="small"
          busy={state === 'busy'}
          busyLabel={i18n.t('Asking your device')}
          onClick={() => void register()}
        >
          {i18n.t('Use it')}
        </Button>
        <Button type="button" tone="quiet" size="small" onClick={close}>
          {i18n.t('Not now')}
        </Button>
      </p>
    </section>
  )
}
