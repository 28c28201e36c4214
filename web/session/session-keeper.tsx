import { Trans, useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Viewer } from '#api/session.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { Notice } from '#web/ui/notice.tsx'
import { sessionInHash } from './reactions.ts'
import { useSessionSync } from './session-sync.ts'
import { useSignOutForms } from './sign-out-forms.ts'

/** Synchronises the page with the session, and shows session problems above every page. Used once, in root. */
export function SessionKeeper({ viewer }: { viewer: Viewer }) {
  const { i18n } = useLingui()
  useSessionSync(viewer.userId ?? viewer.pendingUserId)
  useSignOutForms()
  const link = useSessionInAddress()
  // The server made three attempts before rendering (specification, section 9).
  const profileMissing = viewer.userId !== null && viewer.role === 'visitor'
  const { pathname, search } = useLocation()
  const isHeld = viewer.pendingUserId !== null && !pathname.startsWith('/auth')
  if (!profileMissing && !link && !isHeld) return null
  return (
    <aside aria-label={i18n.t('Your session')} className="mx-auto grid w-full max-w-page gap-3 px-4 pt-4">
      {profileMissing && (
        <Notice tone="error" title={i18n.t(errorTexts.profileNotLoaded)}>
          {i18n.t('You can look around as a visitor. Nothing is lost. Please load this page again in a minute.')}
        </Notice>
      )}
      {isHeld && (
        <Notice tone="warning" title={i18n.t('You are not signed in yet.')} className="text-link">
          <Trans
            id="<auth>Enter the code from your authenticator app</auth> to go on."
            components={{ auth: <a href={`/auth?next=${encodeURIComponent(pathname + search)}`} /> }}
          />
        </Notice>
      )}
      {link && (
        <Notice tone="warning" title={link.isOld ? i18n.t(OLD_LINK) : i18n.t('This link cannot sign you in.')}>
          {i18n.t('The link signed nobody in. Please sign in with your email and password.')}
        </Notice>
      )}
    </aside>
  )
}

const OLD_LINK = /*i18n*/ 'The session in this link was issued over 120 seconds ago, so the link may be stale.'

/** Removes tokens from the URL, so that they do not stay in the history, and returns them for a warning. */
function useSessionInAddress() {
  const { hash } = useLocation()
  const [link, setLink] = useState<ReturnType<typeof sessionInHash>>(null)
  useEffect(() => {
    const found = sessionInHash(hash, Date.now() / 1000)
    if (!found) return
    if (found.isOld) console.warn(OLD_LINK)
    setLink(found)
    window.history.replaceState(window.history.state, '', location.pathname + location.search)
  }, [hash])
  return link
}
