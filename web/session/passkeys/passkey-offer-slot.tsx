import { type ComponentType, useEffect, useState } from 'react'
import { fetchModule } from '#web/fetch-module.ts'
import { isPasskeyOffered } from './passkey-offer.ts'

/** Shows the offer of a passkey once after a sign-in with a password, where the device can check its owner. */
export function PasskeyOfferSlot() {
  const [Card, setCard] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!isPasskeyOffered()) return
    let isUnmounted = false
    void loadOffer().then((found) => {
      if (!isUnmounted && found) setCard(() => found)
    })
    return () => {
      isUnmounted = true
    }
  }, [])
  return Card && <Card />
}

/** Null where the device has no lock, and while the network is too bad to load the offer. */
async function loadOffer(): Promise<ComponentType | null> {
  try {
    const { hasScreenLock } = await fetchModule(() => import('../auth-service/passkeys-in-browser.ts'))
    if (!(await hasScreenLock())) return null
    return (await fetchModule(() => import('./passkey-offer-card.tsx'))).default
  } catch (fault) {
    console.error(fault)
    return null
  }
}
