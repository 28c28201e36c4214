import { useLingui } from '@lingui/react'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { told } from '#web/languages/told.ts'

const SHOWN_MS = 5000

interface Toast {
  text: ReactNode
}

let shown: Toast | null = null
const listeners = new Set<() => void>()

/** Announces something minor (added to the cart). Anything important is a Notice in the page. What the server said is shown in the reader's language. */
export function showToast(text: ReactNode): void {
  put({ text })
}

/** Where toasts appear; once, in the layout. */
export function ToastRegion() {
  const { i18n } = useLingui()
  const toast = useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  )
  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => shown === toast && put(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <div role="status" aria-live="polite" className="toast-region">
      {toast && <div className="toast">{typeof toast.text === 'string' ? told(i18n, toast.text) : toast.text}</div>}
    </div>
  )
}

function put(next: Toast | null): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
