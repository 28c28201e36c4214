import { useLingui } from '@lingui/react'
import ShareIcon from 'lucide-react/icons/share-2'
import { useState, useSyncExternalStore } from 'react'
import { Button, buttonClass } from '../button.tsx'
import { cx } from '../cx.ts'

interface ShareLinksProps {
  /** The thing's name, for the phone's own share sheet. */
  title: string
  /** The message before the URL. */
  text: string
  /** The absolute URL, with the user's referral code; without one, the text itself is shared and copied. */
  url?: string
  /** Whether sharing is the page's main action. */
  primary?: boolean
}

/**
 * WhatsApp as a plain link that works everywhere; with scripts also copying, and the system's share sheet where there
 * is one.
 */
export function ShareLinks({ title, text, url, primary = false }: ShareLinksProps) {
  const { i18n } = useLingui()
  const can = useSyncExternalStore(neverChanges, browserFeatures, noFeatures)
  const [copied, setCopied] = useState('')
  const content = url ?? text
  return (
    <div className="flex flex-wrap gap-2">
      <a
        href={`https://wa.me/?text=${encodeURIComponent(url ? `${text} ${url}` : text)}`}
        target="_blank"
        rel="noopener"
        className={cx(buttonClass({ tone: primary ? 'primary' : 'plain' }), 'grow')}
      >
        {i18n.t('Share on WhatsApp')}
      </a>
      {can.includes('copy') && (
        <Button
          type="button"
          tone="plain"
          className="grow"
          onClick={() =>
            navigator.clipboard.writeText(content).then(
              () => setCopied(content),
              () => setCopied(''),
            )
          }
        >
          {copied === content ? i18n.t('Copied') : url ? i18n.t('Copy link') : i18n.t('Copy')}
        </Button>
      )}
      {can.includes('share') && (
        <Button
          type="button"
          tone="plain"
          aria-label={i18n.t('Share another way')}
          className="shrink-0 px-3"
          // Closing the share sheet rejects the promise.
          onClick={() => void navigator.share({ title, text, ...(url && { url }) }).catch(() => undefined)}
        >
          <ShareIcon aria-hidden size={20} />
        </Button>
      )}
    </div>
  )
}

const neverChanges = () => () => {}
// The clipboard API needs a secure context.
const browserFeatures = () =>
  `${navigator.clipboard ? 'copy' : ''} ${typeof navigator.share === 'function' ? 'share' : ''}`
const noFeatures = () => ''
