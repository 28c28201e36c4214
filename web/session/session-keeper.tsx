import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Viewer } from '#api/session.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { Notice } from '#web/ui/notice.tsx'
import { sessionInHash } from './reactions.ts'
import { useSessionFollower } from './session-follower.ts'
import { useSignOutForms } from './sign-out-forms.ts'

/** Keeps page and session in sync, and shows session problems above every page. Used once, in root. */
export function SessionKeeper({ viewer }: { viewer: Viewer }) {
  useSessionFollower(viewer.userId ?? viewer.heldUserId)
  useSignOutForms()
  const link = useSessionInAddress()
  // The server made three attempts before rendering (specification, section 9).
  const profileMissing = viewer.userId !== null && viewer.role === 'visitor'
  const { pathname, search } = useLocation()
  const isHeld = viewer.heldUserId !== null && !pathname.startsWith('/auth')
  if (!profileMissing && !link && !isHeld) return null
  return (
    <aside aria-label="Your session" className="mx-auto grid w-full max-w-page gap-3 px-4 pt-4">
      {profileMissing && (
        <Notice tone="error" title={errorTexts.profileNotLoaded}>
          You can look around as a visitor. Nothing is lost; please load this page again in a minute.
        </Notice>
      )}
      {isHeld && (
        <Notice tone="warning" title="You are not signed in yet." className="text-link">
          <a href={`/auth?next=${encodeURIComponent(pathname + search)}`}>Enter the code of your second factor</a> to go
          on.
        </Notice>
      )}
      {link && (
        <Notice tone="warning" title={link.isOld ? OLD_LINK : 'This link cannot sign you in.'}>
          It signed nobody in. Please sign in with your email and password.
        </Notice>
      )}
    </aside>
  )
}

const OLD_LINK = 'The session in this link was issued over 120 seconds ago, so the link may be stale.'

/** Removes tokens from the address, so that they do not stay in the history, and warns about them. */
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
