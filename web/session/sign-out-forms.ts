import { useEffect } from 'react'
import { fetchModule } from '#web/fetch-module.ts'

/**
 * The Sign Out form posts to the server, so that it works without scripts. With them the client signs out, which other tabs
 * hear at once; then the whole page is reloaded, so that nothing about the person stays in memory.
 */
export function useSignOutForms(): void {
  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || !isSignOut(form)) return
      event.preventDefault()
      void signOut().then((ok) => {
        if (ok) location.assign('/')
        // The server can clear the cookie even if the client failed.
        else form.submit()
      })
    }
    document.addEventListener('submit', onSubmit)
    return () => document.removeEventListener('submit', onSubmit)
  }, [])
}

/** Also false if the client cannot be loaded. */
async function signOut(): Promise<boolean> {
  const service = await fetchModule(() => import('./auth-in-browser.ts')).catch(() => null)
  const answer = await service?.authInBrowser.signOut()
  return answer?.ok ?? false
}

function isSignOut(form: HTMLFormElement): boolean {
  return new URL(form.action, location.href).pathname === '/auth/sign-out'
}
