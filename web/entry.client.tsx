import { I18nProvider } from '@lingui/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { fetchLanguage } from './languages/catalogues.ts'
import { languageByTag } from './languages/languages.ts'
import { FailedReads, trackFailedReads } from './rendering/failed-reads.ts'
import { RequestId, trackFailedRequestId } from './rendering/request-id.ts'

// Hydration must use the language in which the server rendered the page.
const i18n = await fetchLanguage(languageByTag(document.documentElement.lang))
const requestId = trackFailedRequestId()
const hasFailedReads = trackFailedReads()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RequestId value={requestId}>
        <FailedReads value={hasFailedReads}>
          <I18nProvider i18n={i18n}>
            <HydratedRouter />
          </I18nProvider>
        </FailedReads>
      </RequestId>
    </StrictMode>,
  )
})
