import { useLingui } from '@lingui/react'
import { sharedAddress } from '#domain/rewards/referrals.ts'
import { ShareLinks } from '#web/ui/share-links.tsx'
import { type SharedBuy, shareSentence } from './share.ts'

interface ShareBuyProps {
  buy: SharedBuy
  /** The page's full address. */
  address: string
  /** The sharer's referral code, if they have one. */
  code: string | null
  primary?: boolean
}

/** Next to joining, because more people lower the price. */
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
