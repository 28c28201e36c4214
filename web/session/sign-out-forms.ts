import { useEffect } from 'react'
import { fetchModule } from '#web/fetch-module.ts'

/**
 * The sign-out form posts to the server, so that it works without scripts. With scripts the client signs out, which
 * notifies other tabs at once; then the page is reloaded, so that none of the user's data stays in memory.
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

/** False if the client failed or could not be loaded. */
async function signOut(): Promise<boolean> {
  const service = await fetchModule(() => import('./auth-service/auth-in-browser.ts')).catch(() => null)
  const result = await service?.authInBrowser.signOut()
  return result?.ok ?? false
}

function isSignOut(form: HTMLFormElement): boolean {
  return new URL(form.action, location.href).pathname === '/auth/sign-out'
}
