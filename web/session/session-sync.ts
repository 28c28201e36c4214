import type { AuthChangeEvent } from '@supabase/auth-js'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { getAuthClient } from './auth-service/auth-client.ts'
import { authEventReaction, type Reaction } from './reactions.ts'
import { renewRealtimeToken } from './realtime/realtime.ts'
import { currentSession } from './tokens/current-session.ts'
import { tokenSubject } from './tokens/token-subject.ts'

/**
 * Revalidates the page when the user changes: here, in another tab, or on the server, whose cookie is checked whenever
 * the page becomes visible. `viewerId` is the user for whom the page was rendered.
 */
export function useSessionSync(viewerId: string | null): void {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const page = useRef({ viewerId, revalidate, navigate })
  useEffect(() => {
    page.current = { viewerId, revalidate, navigate }
  })

  const loading = useAuthClientLoading(viewerId)
  useEffect(() => {
    if (loading === 'none') return
    const react = (reaction: Reaction) => {
      if (reaction === 'nothing') return
      void renewRealtimeToken()
      // Other tabs receive the recovery event too; only the visible one navigates, unless it is there already.
      const mayNavigate = document.visibilityState === 'visible' && location.pathname !== '/auth/reset-password'
      if (reaction === 'choose-password' && mayNavigate) void page.current.navigate('/auth/reset-password')
      else if (reaction !== 'renew-token') void page.current.revalidate()
    }
    return followEvents(loading, (event, sessionUserId) =>
      react(authEventReaction(event, { sessionUserId, viewerId: page.current.viewerId })),
    )
  }, [loading])

  useEffect(() => {
    const checkSession = () => {
      if (document.visibilityState !== 'visible') return
      if (tokenSubject(currentSession()?.access_token) !== page.current.viewerId) void page.current.revalidate()
    }
    document.addEventListener('visibilitychange', checkSession)
    window.addEventListener('focus', checkSession)
    window.addEventListener('pageshow', checkSession)
    return () => {
      document.removeEventListener('visibilitychange', checkSession)
      window.removeEventListener('focus', checkSession)
      window.removeEventListener('pageshow', checkSession)
    }
  }, [])
}

type AuthClientLoading = 'none' | 'when-idle' | 'now'

/**
 * When to load the auth client: never for anonymous viewers, at once for auth forms and codes in the URL, otherwise
 * when idle.
 */
function useAuthClientLoading(viewerId: string | null): AuthClientLoading {
  const { pathname, search } = useLocation()
  const now = pathname.startsWith('/auth') || new URLSearchParams(search).has('code')
  const wanted: AuthClientLoading = now ? 'now' : viewerId === null ? 'none' : 'when-idle'
  const [loading, setLoading] = useState<AuthClientLoading>(wanted)
  // Once loaded, it stays.
  if (loading === 'none' && wanted !== 'none') setLoading(wanted)
  return loading
}

function followEvents(
  loading: AuthClientLoading,
  onEvent: (event: AuthChangeEvent, sessionUserId: string | null) => void,
): () => void {
  let stop = () => {}
  let isStopped = false
  const start = async () => {
    const client = await getAuthClient()
    if (isStopped) return
    const { data } = client.onAuthStateChange((event, session) => onEvent(event, tokenSubject(session?.access_token)))
    stop = () => data.subscription.unsubscribe()
  }
  // If offline, the first form that needs the client retries.
  const cancel = whenIdle(loading, () => void start().catch(() => {}))
  return () => {
    isStopped = true
    cancel()
    stop()
  }
}

function whenIdle(loading: AuthClientLoading, work: () => void): () => void {
  if (loading === 'now' || typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, loading === 'now' ? 0 : 1500)
    return () => clearTimeout(timer)
  }
  const waiting = requestIdleCallback(work, { timeout: 5000 })
  return () => cancelIdleCallback(waiting)
}
