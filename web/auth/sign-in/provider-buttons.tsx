import { Trans, useLingui } from '@lingui/react'
import { useState } from 'react'
import { MINIMUM_AGE } from '#domain/limits.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { getAuthClient } from '#web/session/auth-service/auth-client.ts'
import { providerName } from '#web/session/auth-service/provider-name.ts'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'
import { authPath } from '../links/auth-links.ts'

/** "Continue with Google": redirects to the provider, which returns to /auth with a code that the client exchanges. */
export function ProviderButtons({ providers, next }: { providers: readonly string[]; next: string | null }) {
  const { i18n } = useLingui()
  const hydrated = useHydrated()
  const [failed, setFailed] = useState(false)
  if (!hydrated || providers.length === 0) return null
  const leave = async (name: string) => {
    const client = await getAuthClient()
    // The client's type lists the providers of one host; this site may have others.
    const provider = name as Parameters<typeof client.signInWithOAuth>[0]['provider']
    const { error } = await client.signInWithOAuth({ provider, options: { redirectTo: authPath('sign-in', next) } })
    if (error) throw error
  }
  return (
    <div className="grid gap-3 border-t border-grain pt-4">
      {failed && <Notice tone="error">{i18n.t(errorTexts.unexpectedAuthentication)}</Notice>}
      {providers.map((name) => (
        <Button
          key={name}
          type="button"
          tone="plain"
          wide
          onClick={() => void leave(name).catch(() => setFailed(true))}
        >
          {i18n.t('Continue with {provider}', { provider: providerName(i18n, name) })}
        </Button>
      ))}
      <p className="text-link text-14 text-soft">
        <Trans
          id="New accounts are for people of {age} years or older. By opening one, you agree to the <terms>Terms of Service</terms> and the <privacy>Privacy Policy</privacy>."
          values={{ age: MINIMUM_AGE }}
          components={{ terms: <a href="/terms" />, privacy: <a href="/privacy-policy" /> }}
        />
      </p>
    </div>
  )
}
