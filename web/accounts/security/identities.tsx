import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { SIGNED_IN_LONG_AGO } from '#domain/texts/proofs.ts'
import { translate } from '#web/languages/translate.ts'
import { getAuthClient } from '#web/session/auth-service/auth-client.ts'
import type { LinkedIdentity } from '#web/session/auth-service/auth-on-server.ts'
import { providerName } from '#web/session/auth-service/provider-name.ts'
import { Button } from '#web/ui/button.tsx'
import { longDay } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { SecurityOutcome } from './security-forms.ts'

interface IdentitiesProps {
  identities: readonly LinkedIdentity[]
  /** Names of the enabled providers. */
  providers: readonly string[]
  outcome: SecurityOutcome | undefined
  /** The provider redirected back with an error. */
  linkFailed: boolean
}

/** Sign-in methods: e-mail and phone with the password, and linked accounts of providers. */
export function Identities({ identities, providers, outcome, linkFailed }: IdentitiesProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().state !== 'idle'
  const mine = outcome?.intent === 'unlink' ? outcome : undefined
  const more = providers.filter((name) => !identities.some(({ provider }) => provider === name))
  return (
    <section aria-labelledby="identities">
      <SectionHeading id="identities">{i18n.t('Ways to sign in')}</SectionHeading>
      {mine?.notice && (
        <Notice tone="success" className="mb-4">
          {translate(i18n, mine.notice)}
        </Notice>
      )}
      {(mine?.field || (linkFailed && !mine)) && (
        <Notice tone="error" className="mb-4">
          {mine?.field
            ? translate(i18n, mine.field)
            : i18n.t('We could not link that account. It may already belong to another account here.')}
        </Notice>
      )}
      <ul className="mb-4 divide-y divide-grain border-y border-grain">
        {identities.map(({ identity_id, provider, email, created_at }) => (
          <li key={identity_id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="min-w-0">
              <strong>{providerName(i18n, provider)}</strong>
              <span className="block text-14 break-words text-soft">
                {email
                  ? i18n.t('{email}, since {date}', { email, date: longDay(created_at) })
                  : i18n.t('Since {date}', { date: longDay(created_at) })}
              </span>
            </span>
            {provider !== 'email' && provider !== 'phone' && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="identity_id" value={identity_id} />
                <Button type="submit" name="intent" value="unlink" tone="plain" size="small" disabled={busy}>
                  {i18n.t('Unlink')}
                  <span className="sr-only"> {providerName(i18n, provider)}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <LinkButtons providers={more} />
    </section>
  )
}

/** Redirects to the provider with the public client, whose PKCE verifier is needed on return. */
function LinkButtons({ providers }: { providers: readonly string[] }) {
  const { i18n } = useLingui()
  const hydrated = useHydrated()
  const [fault, setFault] = useState<string | null>(null)
  if (!hydrated || providers.length === 0) return null
  const leave = async (name: string) => {
    const client = await getAuthClient()
    // The client's type lists the providers of one host; this site may have others.
    const provider = name as Parameters<typeof client.signInWithOAuth>[0]['provider']
    const { error } = await client.linkIdentity({ provider, options: { redirectTo: '/account/security' } })
    if (error) setFault(linkFault(error.code))
  }
  return (
    <div className="flex flex-wrap gap-3">
      {fault && <Notice tone="error">{translate(i18n, fault)}</Notice>}
      {providers.map((name) => (
        <Button
          key={name}
          type="button"
          tone="plain"
          onClick={() => void leave(name).catch(() => setFault(errorTexts.unexpectedAuthentication))}
        >
          {i18n.t('Link {provider}', { provider: providerName(i18n, name) })}
        </Button>
      ))}
    </div>
  )
}

function linkFault(code: string | undefined): string {
  if (code === 'reauthentication_needed') return SIGNED_IN_LONG_AGO
  if (code === 'manual_linking_disabled') return /*i18n*/ 'You cannot link accounts yourself here.'
  return errorTexts.unexpectedAuthentication
}
