import { useLingui } from '@lingui/react'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { translate } from '#web/languages/translate.ts'

const SHOWN_MS = 5000

interface Toast {
  text: ReactNode
}

let shown: Toast | null = null
const listeners = new Set<() => void>()

/**
 * Announces a minor event (added to the cart); important ones are a Notice in the page. Messages of the server are
 * translated.
 */
export function showToast(text: ReactNode): void {
  put({ text })
}

/** The region where toasts appear; rendered once, in the layout. */
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
      {toast && (
        <div className="toast">{typeof toast.text === 'string' ? translate(i18n, toast.text) : toast.text}</div>
      )}
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
