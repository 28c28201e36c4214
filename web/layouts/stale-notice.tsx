import { useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { useIsStale } from '#web/offline/stale-when-offline.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** A notice above the page that it is stale; revalidates on request or when the device is online again. */
export function StaleNotice() {
  const { i18n } = useLingui()
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
    <aside
      aria-label={i18n.t('Your connection')}
      className="sticky top-0 z-30 mx-auto w-full max-w-page bg-paper px-4 pt-4 pb-1"
    >
      <Notice tone="error" title={i18n.t(errorTexts.offline)}>
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          {i18n.t('You are seeing an earlier version.')}
          <Button
            type="button"
            tone="plain"
            size="small"
            busy={state === 'loading'}
            busyLabel={i18n.t('Trying')}
            onClick={() => void revalidate()}
          >
            {i18n.t('Try again')}
          </Button>
        </p>
      </Notice>
    </aside>
  )
}
