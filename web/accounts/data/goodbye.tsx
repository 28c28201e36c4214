import { useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta } from '#web/page-meta.ts'
import { authInBrowser } from '#web/session/auth-service/auth-in-browser.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/goodbye.ts'
import '#web/theme/desk.css'

/** Shown after an account is deleted; signs out in the browser too. */
export default function Goodbye() {
  const { i18n } = useLingui()
  useEffect(() => {
    void authInBrowser.signOut().catch(() => undefined)
  }, [])
  return (
    <>
      <PageHeading lead={i18n.t('Your name is no longer on anything here. Thank you for buying with us.')}>
        {i18n.t('Your account is deleted')}
      </PageHeading>
      <LinkButton to="/group-buys">{i18n.t('Active Group Buys')}</LinkButton>
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return [...pageMeta(i18n.t('Your account is deleted'), i18n.t('Goodbye.')), { name: 'robots', content: 'noindex' }]
}
