import { useLingui } from '@lingui/react'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'

/** Submits the form with the intent `passkey`: only the browser can ask its device, so that it needs scripts. */
export function PasskeyButton({ busy }: { busy: boolean }) {
  const { i18n } = useLingui()
  const hydrated = useHydrated()
  if (!hydrated || !('PublicKeyCredential' in window)) return null
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
