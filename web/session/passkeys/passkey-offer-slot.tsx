import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { fetchModule } from '#web/fetch-module.ts'
import { readAuthSettings } from '../auth-service/auth-settings.ts'
import { sitePublishableKey } from '../site-key.ts'
import { isPasskeyOffered } from './passkey-offer.ts'

/** Nothing stands between a person who has just joined and paying. */
const PAY = '/account/pay'

/** Shows the offer of a passkey once after a sign-in with a password, where the device can check its owner. */
export function PasskeyOfferSlot() {
  const isPaying = useLocation().pathname === PAY
  const [Card, setCard] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (isPaying || !isPasskeyOffered()) return
    let isUnmounted = false
    void loadOffer().then((found) => {
      if (!isUnmounted && found) setCard(() => found)
    })
    return () => {
      isUnmounted = true
    }
  }, [isPaying])
  return Card && !isPaying && <Card />
}

/** Null where the site takes no passkeys or the device has no lock, and while the network is too bad to load the offer. */
async function loadOffer(): Promise<ComponentType | null> {
  try {
    const { hasScreenLock } = await fetchModule(() => import('../auth-service/passkeys-in-browser.ts'))
    if (!(await hasScreenLock()) || !(await readAuthSettings({ call: askService })).passkeys) return null
    return (await fetchModule(() => import('./passkey-offer-card.tsx'))).default
  } catch (fault) {
    console.error(fault)
    return null
  }
}

const askService = (path: string) => fetch(path, { headers: { apikey: sitePublishableKey() } })
