import type { AuthChangeEvent } from '@supabase/auth-js'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { getAuthClient } from './auth-client.ts'
import { currentSession } from './current-session.ts'
import { type Reaction, reactionTo } from './reactions.ts'
import { renewRealtimeToken } from './realtime.ts'
import { tokenSubject } from './token-subject.ts'

/**
 * Revalidates the page when the user changes: here, in another tab, or on the server, whose cookie is checked whenever the page
 * becomes visible. `viewerId` is the user for whom the page was rendered.
 */
export function useSessionSync(viewerId: string | null): void {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const page = useRef({ viewerId, revalidate, navigate })
  useEffect(() => {
    page.current = { viewerId, revalidate, navigate }
  })

  const need = useAuthClientLoading(viewerId)
  useEffect(() => {
    if (need === 'none') return
    const react = (reaction: Reaction) => {
      if (reaction === 'nothing') return
      void renewRealtimeToken()
      // Other tabs receive the recovery event too; only the visible one navigates.
      const isElsewhere = document.visibilityState === 'visible' && location.pathname !== '/auth/reset-password'
      if (reaction === 'choose-password' && isElsewhere) void page.current.navigate('/auth/reset-password')
      else if (reaction !== 'renew-token') void page.current.revalidate()
    }
    return followEvents(need, (event, sessionUserId) =>
      react(reactionTo(event, { sessionUserId, viewerId: page.current.viewerId })),
    )
  }, [need])

  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible') return
      if (tokenSubject(currentSession()?.access_token) !== page.current.viewerId) void page.current.revalidate()
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    window.addEventListener('pageshow', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
      window.removeEventListener('pageshow', look)
    }
  }, [])
}

type Need = 'none' | 'when-idle' | 'now'

/** When to load the auth client: never for anonymous viewers, at once for auth forms and codes in the URL, otherwise when idle. */
function useAuthClientLoading(viewerId: string | null): Need {
  const { pathname, search } = useLocation()
  const now = pathname.startsWith('/auth') || new URLSearchParams(search).has('code')
  const wanted: Need = now ? 'now' : viewerId === null ? 'none' : 'when-idle'
  const [need, setNeed] = useState<Need>(wanted)
  // Once loaded, it stays.
  if (need === 'none' && wanted !== 'none') setNeed(wanted)
  return need
}

function followEvents(need: Need, heard: (event: AuthChangeEvent, sessionUserId: string | null) => void): () => void {
  let stop = () => {}
  let isGone = false
  const start = async () => {
    const client = await getAuthClient()
    if (isGone) return
    const { data } = client.onAuthStateChange((event, session) => heard(event, tokenSubject(session?.access_token)))
    stop = () => data.subscription.unsubscribe()
  }
  // If offline, the first form that needs the client retries.
  const cancel = whenFree(need, () => void start().catch(() => {}))
  return () => {
    isGone = true
    cancel()
    stop()
  }
}

function whenFree(need: Need, work: () => void): () => void {
  if (need === 'now' || typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, need === 'now' ? 0 : 1500)
    return () => clearTimeout(timer)
  }
  const waiting = requestIdleCallback(work, { timeout: 5000 })
  return () => cancelIdleCallback(waiting)
}
