import ShareIcon from 'lucide-react/icons/share-2'
import { useSyncExternalStore } from 'react'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { type SharedBuy, shareSentence } from './share.ts'

interface ShareBuyProps {
  buy: SharedBuy
  /** The site's origin, for a link that works in any chat. */
  origin: string
}

/** Next to joining, because more people lower the price. A plain link works everywhere; phones also offer their share sheet. */
export function ShareBuy({ buy, origin }: ShareBuyProps) {
  const canShare = useSyncExternalStore(neverChanges, hasShare, noShare)
  const url = `${origin}/group-buys/${buy.id}`
  const text = `${buy.product_name}: ${shareSentence(buy)}`
  return (
    <div className="flex gap-3">
      <a
        href={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`}
        target="_blank"
        rel="noopener"
        className={`${buttonClass({ tone: 'plain' })} flex-1`}
      >
        Share on WhatsApp
      </a>
      {canShare && (
        <Button
          type="button"
          tone="plain"
          aria-label="Share another way"
          className="shrink-0 px-3"
          // Closing the share sheet is not a fault.
          onClick={() => void navigator.share({ title: buy.product_name, text, url }).catch(() => undefined)}
        >
          <ShareIcon aria-hidden size={20} />
        </Button>
      )}
    </div>
  )
}

const neverChanges = () => () => {}
const hasShare = () => typeof navigator.share === 'function'
const noShare = () => false
