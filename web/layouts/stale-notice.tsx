import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { useIsStale } from '#web/keep-shown.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Says above the page that it could not be reloaded, and retries on request or when the connection is back. */
export function StaleNotice() {
  const isStale = useIsStale()
  const { state, revalidate } = useRevalidator()
  useEffect(() => {
    if (!isStale) return
    const tryAgain = () => void revalidate()
    window.addEventListener('online', tryAgain)
    return () => window.removeEventListener('online', tryAgain)
  }, [isStale, revalidate])
  if (!isStale) return null
  return (
    <aside aria-label="Your connection" className="sticky top-0 z-30 mx-auto w-full max-w-page bg-paper px-4 pt-4 pb-1">
      <Notice tone="error" title={errorTexts.offline}>
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          You are seeing an earlier version.
          <Button
            type="button"
            tone="plain"
            size="small"
            busy={state === 'loading'}
            busyLabel="Trying"
            onClick={() => void revalidate()}
          >
            Try again
          </Button>
        </p>
      </Notice>
    </aside>
  )
}
