const OFFER = 'passkey-offer'

/** After a sign-in with a password: the next page of this tab offers the device's own lock instead. */
export function offerPasskey(): void {
  if (readOffer(localStorage) === null) writeOffer(sessionStorage, 'open')
}

/** Whether this tab still has to make the offer. */
export function isPasskeyOffered(): boolean {
  return readOffer(sessionStorage) === 'open' && readOffer(localStorage) === null
}

/** The person has a passkey here, or does not want one: this device is not asked again. */
export function closePasskeyOffer(): void {
  writeOffer(localStorage, 'closed')
}

function readOffer(storage: Storage): string | null {
  try {
    return storage.getItem(OFFER)
  } catch {
    return null
  }
}

function writeOffer(storage: Storage, value: 'open' | 'closed'): void {
  try {
    storage.setItem(OFFER, value)
  } catch {
    // A browser that stores nothing for the site makes no offer.
  }
}
