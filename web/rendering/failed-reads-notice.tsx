import { useLingui } from '@lingui/react'
import { use } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { LinkButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FAILED_READS_NOTICE, FailedReads } from './failed-reads.ts'

/** A notice above the page that a part of it could not be read: what looks empty need not be. */
export function FailedReadsNotice() {
  const { i18n } = useLingui()
  const hasFailedReads = use(FailedReads)
  const { pathname, search } = useLocation()
  // Renders again once another page, or the result of a form, has been loaded.
  useNavigation()
  if (!hasFailedReads()) return null
  return (
    <aside id={FAILED_READS_NOTICE} className="mx-auto w-full max-w-page p-4">
      <Notice tone="error">
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <strong>{i18n.t('Part of this page could not be loaded.')}</strong>
          <LinkButton to={pathname + search} reloadDocument tone="plain" size="small">
            {i18n.t('Try again')}
          </LinkButton>
        </p>
      </Notice>
    </aside>
  )
}
