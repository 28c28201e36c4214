import { useLingui } from '@lingui/react'

/**
 * Texts that web/offline/worker/codes.js shows above a cached copy of the codes. The page carries the translations,
 * because the worker has no catalogue.
 */
export function CachedCopy({ readAt }: { readAt: string | null }) {
  const { i18n } = useLingui()
  const count = '{count}'
  return (
    <p
      id="cached-copy"
      hidden
      data-read-at={readAt ?? ''}
      data-undated={i18n.t('No network. This is a saved copy.')}
      data-now={i18n.t('No network. Saved a moment ago.')}
      data-minutes={i18n.t('No network. Saved {count} minutes ago.', { count })}
      data-hours={i18n.t('No network. Saved {count} hours ago.', { count })}
      data-days={i18n.t('No network. Saved {count} days ago.', { count })}
      className="mb-5 rounded-field border border-oil bg-oil-wash p-3"
    />
  )
}
