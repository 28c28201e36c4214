import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'

/** Asks before a page with unsaved input is left, by a link or by closing the tab. Forms and redirects are not asked. */
export function UnsavedChanges({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      question="Leave without saving?"
      detail="What you have typed here is not saved."
      confirmLabel="Leave"
      cancelLabel="Stay here"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  )
}
