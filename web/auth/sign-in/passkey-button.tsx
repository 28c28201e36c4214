import { useLingui } from '@lingui/react'
import { useCanAskDevice } from '#web/session/passkeys/use-device.ts'
import { Button } from '#web/ui/button.tsx'

/** Submits the form with the intent `passkey`: only the browser can ask its device, so that it needs scripts. */
export function PasskeyButton({ busy }: { busy: boolean }) {
  const { i18n } = useLingui()
  const canAsk = useCanAskDevice()
  if (!canAsk) return null
  return (
    <Button
      type="submit"
      name="intent"
      value="passkey"
      tone="plain"
      wide
      busy={busy}
      busyLabel={i18n.t('Asking your device')}
    >
      {i18n.t('Use fingerprint or screen lock')}
    </Button>
  )
}
