import { useState } from 'react'
import { MINIMUM_AGE } from '#domain/limits.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'
import { getAuthClient } from '../session/auth-client.ts'
import { providerName } from '../session/provider-name.ts'
import { authPath } from './auth-links.ts'

/** "Continue with Google": leaves for the provider and comes back to /auth with a code, which the client exchanges. */
export function ProviderButtons({ providers, next }: { providers: readonly string[]; next: string | null }) {
  const hydrated = useHydrated()
  const [failed, setFailed] = useState(false)
  if (!hydrated || providers.length === 0) return null
  const leave = async (name: string) => {
    const client = await getAuthClient()
    // The client's type lists the providers of one host; the operator here may have others.
    const provider = name as Parameters<typeof client.signInWithOAuth>[0]['provider']
    const { error } = await client.signInWithOAuth({ provider, options: { redirectTo: authPath('sign-in', next) } })
    if (error) throw error
  }
  return (
    <div className="grid gap-3 border-t border-grain pt-4">
      {failed && <Notice tone="error">{errorTexts.unexpectedAuthentication}</Notice>}
      {providers.map((name) => (
        <Button
          key={name}
          type="button"
          tone="plain"
          wide
          onClick={() => void leave(name).catch(() => setFailed(true))}
        >
          Continue with {providerName(name)}
        </Button>
      ))}
      <p className="text-link text-14 text-soft">
        New accounts are for people of {MINIMUM_AGE} years or older. By opening one, you agree to the{' '}
        <a href="/terms">Terms of Service</a> and the <a href="/privacy-policy">Privacy Policy</a>.
      </p>
    </div>
  )
}
