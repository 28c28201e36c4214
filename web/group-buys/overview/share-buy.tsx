import { useLingui } from '@lingui/react'
import { sharedAddress } from '#domain/rewards/referrals.ts'
import { ShareLinks } from '#web/ui/cards/share-links.tsx'
import { type SharedBuy, shareSentence } from './share.ts'

interface ShareBuyProps {
  buy: SharedBuy
  /** The page's full address. */
  address: string
  /** The viewer's referral code, if any. */
  code: string | null
  primary?: boolean
}

/** Share buttons, beside Join because more participants lower the price. */
export function ShareBuy({ buy, address, code, primary = false }: ShareBuyProps) {
  const { i18n } = useLingui()
  return (
    <ShareLinks
      title={buy.product_name}
      text={`${buy.product_name}: ${shareSentence(buy, { i18n })}`}
      url={sharedAddress(address, code)}
      primary={primary}
    />
  )
}
